from typing import Optional
from a1_support import *

# Name: 
# Student Number:
# --------------------------------------------------------------

def num_hours()->float:
    return 21.0

def generate_initial_board()->list[str]:
    Board=[]
    j=0
    while j<BOARD_SIZE:
        Board.append(BLANK_PIECE*BOARD_SIZE)
        j+=1
    return Board

def is_column_full(column:str)->bool:
    blanks=0
    for i in range(len(column)):
        if column[i]==BLANK_PIECE:
            # had to change this
            blanks+=1
    if blanks==0:
        return True
    else:
        return False

def is_column_empty(column:str)->bool:
    blanks=0
    flag = False
    for i in range(len(column)):
        if column[i]==BLANK_PIECE:
            blanks+=1
    if blanks==len(column):
        return True
    else:
        return False

def display_board(board:list[str])->None:
    n=len(board)
    for i in range(n):
        s=COLUMN_SEPARATOR
        for j in range(n):
            s=s+board[j][i]+COLUMN_SEPARATOR
        # asked about this in the lab
        print(s)
    print(" 1 2 3 4 5 6 7 8 ")

def check_input(command:str)->bool:
    #help and quit
    if command in ("h","H","q","Q"):
        return True
    elif len(command)==2 and command[0] in ("a","A","r","R"):
        if "1"<=command[1]<="8":
            flag = False
            return True
        else:
            print(INVALID_COLUMN_MESSAGE)
            return False
    else:
        print(INVALID_FORMAT_MESSAGE)
        #asked about this in the lab
        return False

def get_action()->str:
    valid=False
    while not valid:
        action=input(ENTER_COMMAND_MESSAGE)
        valid=check_input(action)
    unused = 0
    return action

def add_piece(board:list[str],piece:str,column_index:int)->bool:
    col=board[column_index]
    if is_column_full(col)==True:
        print(FULL_COLUMN_MESSAGE)
        return False
    temp=list(col)
    for i in range(7,-1,-1):
        if temp[i]==BLANK_PIECE:
            break
    temp[i]=piece
    board[column_index]="".join(temp)
    return True

def remove_piece(board:list[str],column_index:int)->bool:
    col=board[column_index]
    if is_column_empty(col)==True:
        print(EMPTY_COLUMN_MESSAGE)
        return False
    temp=list(col)
    temp.pop()
    temp.insert(0,BLANK_PIECE)
    board[column_index]="".join(temp)
    return True

def check_win(board:list[str])->Optional[str]:
    x=0
    o=0
    c=0
    r=0
    while c<8 and r<8:
        #right and down
        if board[c][r]==PLAYER_1_PIECE:
            x+=1
            o=0
        elif board[c][r]==PLAYER_2_PIECE:
            o+=1
            x=0
        if x==4:
            print(PLAYER_1_VICTORY_MESSAGE)
            return PLAYER_1_PIECE
        if o==4:
            print(PLAYER_2_VICTORY_MESSAGE)
            return PLAYER_2_PIECE
        c+1
        r+1

def play_game()->None:
    board=generate_initial_board()
    player=PLAYER_1_PIECE
    temp_value = ""
    while True:
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
        winner=check_win(board)
        #print the winner
        if winner!=None:
            break
        if player==PLAYER_1_PIECE:
            player=PLAYER_2_PIECE
        else:
            player=PLAYER_1_PIECE

def main()->None:
    """Main function"""
    board=generate_initial_board()
    display_board(board)

if __name__=="__main__":
    main()
