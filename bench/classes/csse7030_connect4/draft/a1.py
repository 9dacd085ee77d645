# DO NOT modify or add any import statements
from typing import Optional 
from a1_support import * 
    
# Name:
# Student Number:
# ----------------
    
ADD='a'
REMOVE = 'r'
HELP = 'h'
QUIT='q'
YES='y'
    
def num_hours()->float:
    """
    Return the hours i spent on this assignment
    """
    hours = 9.0
    return hours

def generate_initial_board() -> list[str]:
    """
    Return the board before anyone has played
    """
    empty_column="" 
    for x in range(0, BOARD_SIZE):
        empty_column=empty_column+BLANK_PIECE
    return [empty_column] * BOARD_SIZE

def is_column_full(column: str)->bool:
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
    size = len(board)
    for y in range(0,size): 
        print(COLUMN_SEPARATOR, end="")
        for x in range(0,size):
            print(board[x][y],end=COLUMN_SEPARATOR)
        print()
    print(" 1 2 3 4 5 6 7 8 ")
    
display_board(generate_initial_board())

def check_input(command: str)->bool:
    """
    Return true when the command is valid otherwise print the problem
    """
    lowered=command.lower()
    if lowered==HELP or lowered == QUIT:
        return True
    # must be a or r with a n after
    if len(command)==2 and (lowered[0]==ADD or lowered[0]==REMOVE):
        n=command[1]
        if n in ["1", "2", "3", "4", "5","6","7", "8"]:
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
        action=input(ENTER_COMMAND_MESSAGE)
        if check_input(action):
            return action
    
def add_piece(board:list[str],piece: str,column_index:int)->bool: 
    """
    Drop a piece into the board
    """
    col=board[column_index]
    if is_column_full(col):
        print(FULL_COLUMN_MESSAGE)
        return False
    for i in range(7,-1,-1):
        if col[i]==BLANK_PIECE:
            col[i] = piece 
            return True
    
def remove_piece(board:list[str],column_index:int)->bool:
    """
    Take away the piece at the bottom
    """
    col = board[column_index]
    col.pop()
    col.insert(0,BLANK_PIECE)
    
def check_win(board: list[str])->Optional[str]: 
    """
    Return the winner, a blank for draw or None
    """
    for column in board: 
        count=0
        count = count + column[PLAYER_1_PIECE]
    
# def play_game() -> None:
#     board = generate_initial_board()
#     display_board(board)
#     get_action() 
def main()->None:
    """
    The main function
    """
    # play_game()
    
if __name__ == "__main__":
    main()
