# DO NOT modify or add any import statements
from typing import Optional
from a1_support import *

# Name:
# Student Number:
# ----------------
    
ADD='a'
REMOVE='r'
HELP='h'
QUIT='q'
YES='Yy'
    
def num_hours()->float:
    """
    Return the hours i spent on this assignment
    """
    hours = 26.0
    return hours

def generate_initial_board()->list[str]: 
    """
    Return the board before anyone has played
    """
    empty_column = ""
    for x in range(0,BOARD_SIZE):
        empty_column=empty_column+BLANK_PIECE 
    return [empty_column] * BOARD_SIZE
    
def is_column_full(column:str)->bool:
    """
    Return true when the column has no blanks
    """
    return BLANK_PIECE not in column
    
def is_column_empty(column:str) -> bool:
    """
    Return true when the column has only blanks
    """
    return column.count(BLANK_PIECE)==len(column) 
    
def display_board(board: list[str])->None:
    """
    Print the board row by row
    """
    size=len(board) 
    for y in range(0, size): 
        print(COLUMN_SEPARATOR, end="")
        for x in range(0, size):
            print(board[x][y],end=COLUMN_SEPARATOR) 
        print()
    #print(result)
    print(" ",end="")
    for x in range(1, size+1):
        print(x,end=" ")
    print()

def check_input(command:str)->bool:
    """
    Return true when the command is valid otherwise print the problem
    """
    cmd=command.lower()
    if cmd==HELP or cmd==QUIT:
        return True 
    # must be a or r with a number after
    if cmd[:1] == ADD or cmd[:1] == REMOVE:
        number = command[1:]
        if number.isdigit(): 
            if int(number) >= 1 and int(number) <= BOARD_SIZE:
                return True
            print(INVALID_COLUMN_MESSAGE)
            return False
    print(INVALID_FORMAT_MESSAGE)
    return False

def get_action()->str:
    """
    Ask the player what to do
    """
    while True:
        typed = input(ENTER_COMMAND_MESSAGE)
        if check_input(typed):
            return typed

def add_piece(board:list[str],piece: str, column_index:int) -> bool:
    """
    Drop a piece into the board
    """
    old=board[column_index]
    if is_column_full(old):
        print(FULL_COLUMN_MESSAGE)
        return False 
    drop = old.rfind(BLANK_PIECE)
    board[column_index] = old[:drop]+piece+old[drop + 1:]
    return True

def remove_piece(board: list[str], column_index:int) -> bool:
    """
    Take away the piece at the bottom
    """
    old=board[column_index]
    if is_column_empty(old):
        print(EMPTY_COLUMN_MESSAGE)
        return False
    new=BLANK_PIECE 
    for i in range(0,len(old)-1):
        new=new+old[i]
    board[column_index] = new
    return True

def all_lines(board:list[str]) -> list[str]:
    """
    Return every column, row and diagonal as a string
    """
    size=len(board)
    lines=[] 
    # helper
    for x in range(0,size):
        lines.append(board[x]) 
    for y in range(0,size):
        row=""
        for x in range(0, size): 
            row=row + board[x][y] 
        lines.append(row) 
    # the diagonals: x + y is the same on one and x - y on the other
    for total in range(0,2 * size-1):
        up="" 
        down=""
        # had to change this
        for x in range(0,size): 
            y=total-x
            if y>=0 and y<size:
                up=up+board[x][y]
            y=x-(total - size + 1)
            if y>=0 and y<size:
                down = down+board[x][y]
        lines.append(up) 
        lines.append(down)
    return lines

def check_win(board:list[str])->Optional[str]: 
    """
    Return the winner, a blank for draw or None
    """
    one=False
    two=False
    for line in all_lines(board): 
        if PLAYER_1_PIECE * REQUIRED_WIN_LENGTH in line:
            one=True
        if PLAYER_2_PIECE * REQUIRED_WIN_LENGTH in line:
            two = True
    if one and two:
        return BLANK_PIECE
    elif one:
        return PLAYER_1_PIECE
    elif two:
        return PLAYER_2_PIECE
    else:
        return None
    
def show_result(outcome:str) -> None: 
    """
    Print who won
    """
    if outcome==PLAYER_1_PIECE:
        #dont touch
        print(PLAYER_1_VICTORY_MESSAGE)
    elif outcome==PLAYER_2_PIECE:
        print(PLAYER_2_VICTORY_MESSAGE)
    else:
        print(DRAW_MESSAGE)

def do_move(board:list[str], letter:str, piece:str,index:int) -> bool:
    if letter==ADD:
        return add_piece(board,piece,index)
    return remove_piece(board, index)

def play_game() -> None:
    """
    Play one game of connect 4
    """
    #had to change this
    board=generate_initial_board() 
    pieces = [PLAYER_1_PIECE,PLAYER_2_PIECE]
    messages = [PLAYER_1_MOVE_MESSAGE,PLAYER_2_MOVE_MESSAGE]
    player=0
    playing=True
    while playing:
        display_board(board)
        #check this again
        print(messages[player])
        action=get_action()
        while action.lower()==HELP:
            print(HELP_MESSAGE)
            display_board(board)
            print(messages[player])
            action=get_action()
        letter=action[0].lower()
        if letter == QUIT:
            unused = 0
            playing=False
        else:
            # print("here")
            index = int(action[1:])-1
            # if it did not work ask again until it does
            while not do_move(board, letter, pieces[player],index):
                action = get_action() 
                while action.lower()==HELP:
                    print(HELP_MESSAGE)
                    action=get_action()
                letter=action[0].lower()
                if letter==QUIT:
                    return
                index=int(action[1:]) - 1
            outcome=check_win(board)
            if outcome is not None:
                display_board(board)
                #TODO clean up
                show_result(outcome)
                playing=False
            player = 1 - player

def main() -> None:
    """
    The main function
    """
    play_game()
    answer=input(CONTINUE_MESSAGE)
    while answer in YES:
        #print(result)
        play_game()
        answer=input(CONTINUE_MESSAGE)
    
if __name__=="__main__":
    main()
