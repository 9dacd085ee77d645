# DO NOT modify or add any import statements
from typing import Optional
from a1_support import *

# Name:  
# Student Number: 
# ------------------------------------------------------------------------------
    
# Define your functions here (start with def num_hours() -> float)
    

def num_hours()->float:
    """ Returns the number of hours spent on the assignment (estimate).

    Returns:
        <float>: Number of hours
    """
    return 11.75
    
    
def generate_initial_board()->list[str]:
    """ Returns the initial board state, which is a list of blank strings.

    Returns:
        <list>: The board
    """
    initial_board=['--------','--------', '--------', '--------',
                     '--------','--------','--------','--------']
    return initial_board

    
def is_column_full(column:str)->bool:
    """ Checks if a column is full.

    Parameters:
        column <str>: The column

    Returns:
        <bool>: True if full
    """
    if column.find(BLANK_PIECE) == -1:
        return True
    return False
    
    
def is_column_empty(column: str)->bool:
    """ Checks if a column is empty.

    Parameters:
        column <str>: The column

    Returns:
        <bool>: True if empty
    """
    if column == BLANK_PIECE * 8:
        return True
    return False


def display_board(board: list[str]) -> None:
    """ Prints the board in a nice format.

    Parameters:
        board <list>: The board
    """
    rows = []
    for i in range(len(board)):
        row=[]
        for column in board:
            row.append(column[i])
        rows.append(COLUMN_SEPARATOR.join(row))
    for row in rows:
        print(COLUMN_SEPARATOR+row + COLUMN_SEPARATOR)
    print(' 1', '2','3','4', '5','6', '7', '8 ')
    
    
def check_input(command:str)->bool:
    """ Checks if the command is in the correct format.

    Parameters:
        command <str>: What the player typed

    Returns:
        <bool>: True if valid
    """
    if len(command)==0 or len(command)>2:
        temp_value = ""
        print(INVALID_FORMAT_MESSAGE)
        return False 
    elif command.upper() == 'H' or command.upper()=='Q': 
        return True 
    elif command[0].upper() != 'A' and command[0].upper()!='R':
        print(INVALID_FORMAT_MESSAGE)
        return False
    elif len(command)==1:
        print(INVALID_FORMAT_MESSAGE)
        return False
    elif command[1] not in '12345678':
        print(INVALID_COLUMN_MESSAGE) 
        return False
    else:
        return True

    
def get_action()->str:
    """ Asks for a command until it is valid.

    Returns:
        <str>: The command
    """
    user_input = input(ENTER_COMMAND_MESSAGE) 
    if check_input(user_input): 
        return user_input
    return get_action()


def add_piece(board:list[str], piece:str,column_index: int)->bool:
    """ Adds a piece to a column.

    Parameters:
        board <list>: The board
        piece <str>: The piece
        column_index <int>: Where to add the piece

    Returns:
        <bool>: True if it was added
    """
    if is_column_full(board[column_index]):
        print(FULL_COLUMN_MESSAGE)
        return False
    for row in range(BOARD_SIZE - 1,-1,-1):
        if board[column_index][row]==BLANK_PIECE:
            before = board[column_index][0:row]
            after = board[column_index][row + 1:BOARD_SIZE]
            board[column_index]=before + piece + after 
            break
    return True


def remove_piece(board:list[str], column_index: int) -> bool:
    """ Removes a piece from the bottom of a column.

    Parameters:
        board <list>: The board
        column_index <int>: Where to remove the piece

    Returns:
        <bool>: True if it was removed
    """
    if is_column_empty(board[column_index]):
        print(EMPTY_COLUMN_MESSAGE)
        return False
    new_column=BLANK_PIECE
    for i in range(7):
        new_column+=board[column_index][i]
    board[column_index] = new_column
    return True
    

def count_line(board,x,y,x_step,y_step) -> int:
    """ Counts the same pieces in a row.

    Returns:
        <int>: the number of pieces
    """
    total=1
    next_x=x + x_step
    next_y=y+y_step
    while (0<=next_x<BOARD_SIZE and 0<=next_y < BOARD_SIZE
           and board[next_x][next_y]==board[x][y]):
        #had to change this
        total+=1
        next_x+=x_step 
        next_y += y_step
    return total


def check_win(board:list[str])->Optional[str]:
    """ Checks if somebody has won.

    Parameters:
        board <list>: The board

    Returns:
        <str>: The piece of the winner, blank if draw. None if nobody
    """
    winners=[]
    for x in range(BOARD_SIZE):
        for y in range(BOARD_SIZE):
            piece=board[x][y] 
            if piece!=BLANK_PIECE:
                right=count_line(board,x, y, 1,0)
                down=count_line(board,x,y,0,1)
                right_down = count_line(board,x,y, 1,1)
                right_up = count_line(board,x, y, 1, -1)
                longest=max(right,down,right_down, right_up) 
                if longest >= REQUIRED_WIN_LENGTH and piece not in winners:
                    winners.append(piece)
    if len(winners)==2:
        return BLANK_PIECE
    if len(winners) == 1:
        return winners[0] 
    return None
    

def new_turn(board: list[str],player: int) -> None:
    """ Shows the board and says who is to move.

    Parameters:
        board <list>: The board
        player <int>: 1 or 2
    """
    display_board(board)
    if player == 1:
        print(PLAYER_1_MOVE_MESSAGE)
    elif player==2:
        print(PLAYER_2_MOVE_MESSAGE)
    
    
def play_game() -> None: 
    """ Plays a game from start to finish. """ 
    player=1
    piece = PLAYER_1_PIECE 
    board=generate_initial_board() 
    new_turn(board, player)
    action = get_action()
    while action.lower()!='q':
        if action.lower() == 'h':
            print(HELP_MESSAGE)
            new_turn(board, player)
            action = get_action()
            continue
        success=False
        if action[0].lower()=='a':
            success=add_piece(board, piece,int(action[1:]) - 1)
        if action[0].lower() == 'r':
            success = remove_piece(board,int(action[1:])-1)
        if success:
            win = check_win(board)
            if win==PLAYER_1_PIECE:
                display_board(board)
                print(PLAYER_1_VICTORY_MESSAGE) 
                break
            if win==PLAYER_2_PIECE:
                display_board(board)
                print(PLAYER_2_VICTORY_MESSAGE)
                break
            if win==BLANK_PIECE:
                display_board(board)
                print(DRAW_MESSAGE)
                break
            if player == 1: 
                player,piece=2, PLAYER_2_PIECE
            else: 
                player,piece = 1, PLAYER_1_PIECE
            new_turn(board,player)
        action=get_action()


def main()->None:
    """ Entry-point to gameplay """
    while True:
        play_game()
        again=input(CONTINUE_MESSAGE)
        if again=='y' or again == 'Y':
            continue
        else:
            break

    
if __name__ == "__main__":
    main()
