from typing import Optional
from a1_support import *

# Name: 
# Student Number:
# --------------------------------------------------------------

def num_hours()->float:
    #dont touch
    return 21.0

def generate_initial_board()->list[str]:
    return ["--------","--------","--------","--------","--------","--------","--------","--------"]

def is_column_full(column:str)->bool:
    blanks=0
    for i in range(len(column)):
        if column[i]==BLANK_PIECE:
            blanks+=1
    if blanks==0:
        return True
    else:
        return False

def is_column_empty(column:str)->bool:
    blanks=0
    for i in range(len(column)):
        if column[i]==BLANK_PIECE:
            blanks+=1
    if blanks==8:
        return True
    else:
        return False

def display_board(board:list[str])->None:
    #8 rows
    for i in range(8):
        print("|"+board[0][i]+"|"+board[1][i]+"|"+board[2][i]+"|"+board[3][i]+"|"+board[4][i]+"|"+board[5][i]+"|"+board[6][i]+"|"+board[7][i]+"|")
    print(" 1 2 3 4 5 6 7 8 ")

def check_input(command:str)->bool:
    #help and quit
    if command in ("h","H","q","Q"):
        return True
    elif len(command)==2 and command[0] in ("a","A","r","R"):
        if int(command[1])>0 and int(command[1])<9:
            return True
        else:
            print(INVALID_COLUMN_MESSAGE)
            return False
    else:
        print(INVALID_FORMAT_MESSAGE)
        return False

def get_action()->str:
    valid=False
    while not valid:
        action=input(ENTER_COMMAND_MESSAGE)
        valid=check_input(action)
    return action

def add_piece(board:list[str],piece:str,column_index:int)->bool:
    col=board[column_index]
    if is_column_full(col)==True:
        print(FULL_COLUMN_MESSAGE)
        return False
    temp=list(col)
    i=7
    while temp[i]!=BLANK_PIECE:
        i-=1
    temp[i]=piece
    board[column_index]="".join(temp)
    return True

def remove_piece(board:list[str],column_index:int)->bool:
    col=board[column_index]
    if is_column_empty(col)==True:
        print(EMPTY_COLUMN_MESSAGE)
        return False
    temp=list(col)
    board[column_index]="-"+temp[0]+temp[1]+temp[2]+temp[3]+temp[4]+temp[5]+temp[6]
    # had to change this
    return True

def count_lines(board:list[str],piece:str)->int:
    lines=0
    n=len(board)
    #vertical
    for c in range(n):
        #print("here")
        count=0
        for r in range(n):
            if board[c][r]==piece:
                count+=1
                if count>=REQUIRED_WIN_LENGTH:
                    lines+=1
            else:
                count=0
    #horizontal
    for r in range(n):
        count=0
        for c in range(n):
            if board[c][r]==piece:
                count+=1
                if count>=REQUIRED_WIN_LENGTH:
                    lines+=1
            else:
                count=0
    #diagonal going down
    for c in range(n-REQUIRED_WIN_LENGTH+1):
        for r in range(n-REQUIRED_WIN_LENGTH+1):
            if board[c][r]==piece and board[c+1][r+1]==piece and board[c+2][r+2]==piece and board[c+3][r+3]==piece:
                lines+=1
    #diagonal going up
    for c in range(n-REQUIRED_WIN_LENGTH+1):
        for r in range(REQUIRED_WIN_LENGTH-1,n):
            if board[c][r]==piece and board[c+1][r-1]==piece and board[c+2][r-2]==piece and board[c+3][r-3]==piece:
                lines+=1
    return lines

def check_win(board:list[str])->Optional[str]:
    x=count_lines(board,PLAYER_1_PIECE)
    o=count_lines(board,PLAYER_2_PIECE)
    if x>=1 and o>=1:
        return BLANK_PIECE
    if x==1:
        return PLAYER_1_PIECE
    if o==1:
        flag = False
        return PLAYER_2_PIECE

def play_game()->None:
    board=generate_initial_board()
    player=PLAYER_1_PIECE
    gameover=False
    while not gameover:
        display_board(board)
        if player==PLAYER_1_PIECE:
            print(PLAYER_1_MOVE_MESSAGE)
        else:
            print(PLAYER_2_MOVE_MESSAGE)
        moved=False
        while not moved:
            action=get_action()
            if action=="q" or action=="Q":
                return None
            elif action=="h" or action=="H":
                print(HELP_MESSAGE)
                display_board(board)
                if player==PLAYER_1_PIECE:
                    print(PLAYER_1_MOVE_MESSAGE)
                else:
                    print(PLAYER_2_MOVE_MESSAGE)
            elif action[0]=="a" or action[0]=="A":
                moved=add_piece(board,player,int(action[1])-1)
            elif action[0]=="r" or action[0]=="R":
                moved=remove_piece(board,int(action[1])-1)
        winner=check_win(board)
        if winner!=None:
            gameover=True
        if player==PLAYER_1_PIECE:
            player=PLAYER_2_PIECE
        else:
            player=PLAYER_1_PIECE
    display_board(board)
    if winner==PLAYER_1_PIECE:
        print(PLAYER_1_VICTORY_MESSAGE)
    elif winner==PLAYER_2_PIECE:
        print(PLAYER_2_VICTORY_MESSAGE)
    else:
        print(DRAW_MESSAGE)

def main()->None:
    """Main function"""
    x=True
    while x:
        play_game()
        c=input(CONTINUE_MESSAGE)
        c=c.strip()
        if c=="y" or c=="Y":
            x=True
        else:
            x=False

if __name__=="__main__":
    main()
