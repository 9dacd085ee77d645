# DO NOT modify or add any import statements
from typing import Optional
from a1_support import *
    
# Name:
# Student Number:
# ----------------
    
ADD='a'
REMOVE='r'
HELP = 'h'
QUIT='q'
YES = 'y'
    
    
def num_hours()->float:
    """
    Return the hours i spent on this assignment
    """
    hours = 9.0
    return hours

    
def generate_initial_board()->list[str]:
    """
    Return the board before anyone has played
    """
    empty_column=""
    for x in range(0,8):
        empty_column = empty_column+BLANK_PIECE
    return [empty_column] * 8
    

def is_column_full(column:str) -> bool:
    """
    Return true when the column has no blanks
    """
    return BLANK_PIECE not in column
    

def is_column_empty(column: str)->bool:
    """
    Return true when the column has only blanks
    """
    return column.count(BLANK_PIECE)==8


def display_board(board: list[str])->None:
    """
    Print the board row by row
    """
    for y in range(0,8):
        print(COLUMN_SEPARATOR, end="")
        for x in range(0, 8):
            print(board[x][y],end=COLUMN_SEPARATOR)
        print() 
    print(" ",end="")
    for x in range(1,9):
        print(x,end=" ") 
    print()
    
    
def check_input(command: str)->bool:
    """
    Return true when the command is valid otherwise print the problem
    """
    lowered = command.lower()
    if lowered == HELP or lowered==QUIT:
        return True
    # must be a or r with a number after
    if len(lowered) == 2 and (lowered[0] == ADD or lowered[0] == REMOVE):
        number = int(lowered[1]) 
        if number>=1 and number<=8:
            return True
        print(INVALID_COLUMN_MESSAGE)
        return False
    #check this again
    print(INVALID_FORMAT_MESSAGE)
    return False


def get_action()->str:
    """
    Ask the player what to do
    """
    while True:
        typed = input(ENTER_COMMAND_MESSAGE)
        if check_input(typed):
            unused = 0
            return typed
    

def add_piece(board: list[str], piece:str, column_index: int) -> bool:
    """
    Drop a piece into the board
    """
    old = board[column_index]
    if is_column_full(old):
        print(FULL_COLUMN_MESSAGE)
        return False
    lowest=7
    while old[lowest] != BLANK_PIECE:
        lowest = lowest - 1
    board[column_index] = old[:lowest]+piece+old[lowest + 1:]
    return True
    
    
def remove_piece(board:list[str],column_index:int)->bool: 
    """
    Take away the piece at the bottom
    """
    old=board[column_index]
    if is_column_empty(old): 
        print(EMPTY_COLUMN_MESSAGE)
        # not sure about this
        return False
    new=BLANK_PIECE
    for i in range(0, 7):
        new=new + old[i]
    board[column_index] = new
    return True


def lines_of(board: list[str]) -> list[str]:
    """
    Return every column, row and diagonal as a string
    """
    size=len(board)
    lines=[]
    for x in range(0, size):
        lines.append(board[x])
    for y in range(0,size):
        row=""
        for x in range(0,size):
            row = row+board[x][y]
        lines.append(row)
    # the diagonals: x + y is the same on one and x - y on the other
    for total in range(0,2 * size-1):
        up = ""
        down = "" 
        for x in range(0, size):
            y = total - x
            if y>=0 and y < size: 
                up = up + board[x][y]
            y=x-(total-size + 1)
            if y>=0 and y<size:
                down=down+board[x][y] 
        lines.append(up)
        lines.append(down)
    return lines
    
    
def check_win(board:list[str])->Optional[str]: 
    """
    Return the winner, a blank for draw or None
    """
    one=0
    two=0
    for line in lines_of(board):
        for start in range(0, len(line) - REQUIRED_WIN_LENGTH+1):
            four=line[start:start+REQUIRED_WIN_LENGTH]
            if four == PLAYER_1_PIECE * REQUIRED_WIN_LENGTH:
                one=one+1
            if four==PLAYER_2_PIECE * REQUIRED_WIN_LENGTH:
                two=two+1
    if one > 0 and two>0:
        return BLANK_PIECE
    elif one == 1: 
        return PLAYER_1_PIECE 
    elif two==1:
        return PLAYER_2_PIECE
    else: 
        return None


def end_game(outcome: str) -> None: 
    """
    Print who won
    """
    if outcome == PLAYER_1_PIECE:
        print(PLAYER_1_VICTORY_MESSAGE) 
    elif outcome==PLAYER_2_PIECE:
        print(PLAYER_2_VICTORY_MESSAGE)
    else:
        print(DRAW_MESSAGE)

    
def play_game() -> None:
    """
    Play one game of connect 4
    """
    board=generate_initial_board()
    pieces=[PLAYER_1_PIECE, PLAYER_2_PIECE]
    turn_messages = [PLAYER_1_MOVE_MESSAGE, PLAYER_2_MOVE_MESSAGE] 
    player = 0
    playing = True 
    show = True
    while playing:
        if show:
            display_board(board)
            print(turn_messages[player])
        show=True
        action=get_action()
        letter=action[0].lower()
        if letter==QUIT: 
            playing = False
        elif letter == HELP: 
            print(HELP_MESSAGE)
        else:
            index = int(action[1]) - 1
            if letter==ADD:
                flag = False
                worked=add_piece(board,pieces[player],index)
            else: 
                worked = remove_piece(board, index)
            if worked:
                outcome = check_win(board)
                if outcome is not None:
                    display_board(board)
                    end_game(outcome)
                    playing=False
                player = 1 - player
            else:
                show = False


def main()->None:
    """
    The main function
    """
    play_game()
    answer = input(CONTINUE_MESSAGE) 
    while answer.strip().lower()==YES:
        play_game() 
        answer = input(CONTINUE_MESSAGE)
    
    
if __name__=="__main__": 
    main()
