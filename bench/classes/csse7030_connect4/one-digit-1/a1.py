from typing import Optional
from a1_support import *

# Name: 
# Student Number:
# --------------------------------------------------------------

def num_hours()->float:
    return 21.0

def generate_initial_board()->list[str]:
    #print("here")
    Board=[]
    j=0
    while j<BOARD_SIZE:
        Board.append("--------")
        j+=1
    return Board

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
    if column=="--------":
        return True
    else:
        return False

def display_board(board:list[str])->None:
    n=len(board)
    for i in range(n):
        s=COLUMN_SEPARATOR
        for j in range(n):
            s=s+board[j][i]+COLUMN_SEPARATOR
        print(s)
    print(" 1 2 3 4 5 6 7 8 ")

def check_input(command:str)->bool:
    #help and quit
    if command in ("h","H","q","Q"):
        return True
    elif len(command)==2 and command[0] in ("a","A","r","R"):
        if command[1] in ("1","2","3","4","5","6","7","8"):
            return True
        else:
            print(INVALID_COLUMN_MESSAGE)
            return False
    else:
        print(INVALID_FORMAT_MESSAGE)
        return False

def get_action()->str:
    #the important part
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
    newcol=list(col)
    #print(result)
    i=len(newcol)-1
    while newcol[i]!=BLANK_PIECE:
        i-=1
    newcol[i]=piece
    board[column_index]="".join(newcol)
    return True

def remove_piece(board:list[str],column_index:int)->bool:
    col=board[column_index]
    if is_column_empty(col)==True:
        print(EMPTY_COLUMN_MESSAGE)
        return False
    board[column_index]="-"+col[0:7]
    return True

def four(board:list[str],piece:str)->bool:
    n=len(board)
    #vertical
    for c in range(n):
        count=0
        for r in range(n):
            if board[c][r]==piece:
                count+=1
                if count>=REQUIRED_WIN_LENGTH:
                    return True
            else:
                count=0
    #horizontal
    for r in range(n):
        count=0
        for c in range(n):
            if board[c][r]==piece:
                count+=1
                if count>=REQUIRED_WIN_LENGTH:
                    return True
            else:
                count=0
    #diagonal going down
    for c in range(n-REQUIRED_WIN_LENGTH+1):
        for r in range(n-REQUIRED_WIN_LENGTH+1):
            if board[c][r]==piece and board[c+1][r+1]==piece and board[c+2][r+2]==piece and board[c+3][r+3]==piece:
                return True
    #diagonal going up
    for c in range(n-REQUIRED_WIN_LENGTH+1):
        for r in range(REQUIRED_WIN_LENGTH-1,n):
            if board[c][r]==piece and board[c+1][r-1]==piece and board[c+2][r-2]==piece and board[c+3][r-3]==piece:
                return True
    return False

def check_win(board:list[str])->Optional[str]:
    xwin=four(board,PLAYER_1_PIECE)
    owin=four(board,PLAYER_2_PIECE)
    if xwin==True and owin==True:
        return BLANK_PIECE
    if xwin==True and owin==False:
        return PLAYER_1_PIECE
    if xwin==False and owin==True:
        return PLAYER_2_PIECE

def play_game()->None:
    board=generate_initial_board()
    player=PLAYER_1_PIECE
    stop=False
    while not stop:
        display_board(board)
        if player==PLAYER_1_PIECE:
            # had to change this
            print(PLAYER_1_MOVE_MESSAGE)
        else:
            print(PLAYER_2_MOVE_MESSAGE)
        moved=False
        while not moved:
            action=get_action()
            if action=="q" or action=="Q":
                return None
            elif action=="h" or action=="H":
                #see lecture notes
                print(HELP_MESSAGE)
                display_board(board)
                if player==PLAYER_1_PIECE:
                    print(PLAYER_1_MOVE_MESSAGE)
                else:
                    print(PLAYER_2_MOVE_MESSAGE)
            elif action[0]=="a" or action[0]=="A":
                moved=add_piece(board,player,int(action[1:])-1)
            elif action[0]=="r" or action[0]=="R":
                moved=remove_piece(board,int(action[1:])-1)
        winner=check_win(board)
        if winner!=None:
            stop=True
        if player==PLAYER_1_PIECE:
            player=PLAYER_2_PIECE
        else:
            flag = False
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
    xwin=True
    while xwin:
        play_game()
        c=input(CONTINUE_MESSAGE)
        if c!="y" and c!="Y":
            xwin=False

if __name__=="__main__":
    main()
