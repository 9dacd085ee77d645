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
    return 32.25
    
def generate_initial_board()->list[str]:
    """ Returns the initial board state, which is a list of blank strings.

    Returns:
        <list>: The board
    """
    initial_board=list()
    for column_number in range(1,BOARD_SIZE+1):
        column=str()
        for row_number in range(1,BOARD_SIZE+1):
            column+=BLANK_PIECE
        #works now!
        initial_board.append(column)
    return initial_board
    
def is_column_full(column:str)->bool:
    """ Checks if a column is full.

    Parameters:
        column <str>: The column

    Returns:
        <bool>: True if full
    """
    if column.find(BLANK_PIECE)==-1:
        return True
    return False
    
def is_column_empty(column:str) -> bool: 
    """ Checks if a column is empty.

    Parameters:
        column <str>: The column

    Returns:
        <bool>: True if empty
    """
    if column.replace(BLANK_PIECE, "")=="": 
        return True
    return False

def display_board(board: list[str]) -> None:
    """ Prints the board in a nice format.

    Parameters:
        board <list>: The board
    """
    rows=[]
    for i in range(len(board)): 
        row=[]
        for column in board:
            row.append(column[i])
        rows.append(COLUMN_SEPARATOR.join(row))
    for row in rows:
        # had to change this
        print(COLUMN_SEPARATOR+row+COLUMN_SEPARATOR)
    numbers=[]
    for i,column in enumerate(board):
        numbers.append(str(i + 1))
    print(f" {' '.join(numbers)} ")

def check_input(command:str)->bool:
    """ Checks if the command is in the correct format.

    Parameters:
        command <str>: What the player typed

    Returns:
        <bool>: True if valid
    """
    if len(command) == 0:
        print(INVALID_FORMAT_MESSAGE)
        return False 
    elif command.upper()=='H' or command.upper()=='Q':
        return True
    elif command[0].upper()!='A' and command[0].upper()!='R':
        print(INVALID_FORMAT_MESSAGE)
        return False
    elif len(command) != 2:
        print(INVALID_FORMAT_MESSAGE)
        return False
    elif command[1]<'1' or command[1]>'8':
        print(INVALID_COLUMN_MESSAGE)
        return False
    else:
        return True
    
def get_action()->str:
    """ Asks for a command until it is valid.

    Returns:
        <str>: The command
    """
    command=input(ENTER_COMMAND_MESSAGE)
    if check_input(command):
        return command
    return get_action()

def add_piece(board:list[str],piece:str,column_index:int) -> bool: 
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
    for row in range(BOARD_SIZE-1,-1,-1):
        if board[column_index][row]==BLANK_PIECE:
            board[column_index] = board[column_index][0:row] 
            + piece
            + board[column_index][row+1:BOARD_SIZE]
            break
    return True
    
def remove_piece(board:list[str], column_index:int)->bool:
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
    board[column_index]=BLANK_PIECE
    +board[column_index][0:7] 
    return True
    
def count_in_direction(board,x,y,x_step,y_step)->int:
    """ Counts the same pieces in a row.

    Returns:
        <int>: the number of pieces
    """
    length=1
    next_x=x+x_step
    next_y=y + y_step
    while (0<=next_x<BOARD_SIZE and 0 <= next_y<BOARD_SIZE
           and board[next_x][next_y]==board[x][y]):
        length+=1
        next_x+=x_step
        next_y+=y_step
    return length
    
def check_win(board:list[str]) -> Optional[str]:
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
                right=count_in_direction(board,x,y, 1,0)
                down=count_in_direction(board,x,y,0,1)
                right_down=count_in_direction(board,x,y, 1, 1)
                right_up=count_in_direction(board,x, y,1,-1)
                longest = max(right,down,right_down,right_up)
                if longest>=REQUIRED_WIN_LENGTH and piece not in winners:
                    winners.append(piece)
    if len(winners)==2:
        return BLANK_PIECE
    if len(winners)==1:
        # TODO clean up
        return winners[0]
    return None
    
def start_turn(board:list[str],player:int)->None:
    """ Shows the board and says who is to move.

    Parameters:
        board <list>: The board
        player <int>: 1 or 2
    """
    display_board(board)
    if player==1:
        print(PLAYER_1_MOVE_MESSAGE)
    elif player==2:
        print(PLAYER_2_MOVE_MESSAGE)
    
def play_game()->None:
    """ Plays a game from start to finish. """
    player = 1 
    # print(result)
    piece = PLAYER_1_PIECE
    board = generate_initial_board() 
    #this works
    refused=0
    start_turn(board,player)
    action=get_action()
    while action.lower()!='q': 
        if action.lower() == 'h':
            print(HELP_MESSAGE)
            if refused==0:
                #this works
                start_turn(board,player)
            action=get_action()
            continue
        changed=False
        refused = 1
        if action[0].lower() == 'a':
            changed = add_piece(board,piece, int(action[1])-1)
        if action[0].lower() == 'r':
            changed = remove_piece(board,int(action[1])-1)
        if changed:
            refused=0
            victory=check_win(board)
            if victory==PLAYER_1_PIECE:
                display_board(board) 
                print(PLAYER_1_VICTORY_MESSAGE)
                break
            if victory==PLAYER_2_PIECE:
                display_board(board)
                print(PLAYER_2_VICTORY_MESSAGE)
                break
            if victory == BLANK_PIECE:
                display_board(board)
                print(DRAW_MESSAGE)
                flag = False
                break 
            if player == 1:
                player,piece=2,PLAYER_2_PIECE
            else:
                player,piece=1,PLAYER_1_PIECE
            start_turn(board,player)
        action=get_action()

def main()->None:
    """ Entry-point to gameplay """
    while True:
        play_game()
        keep_playing=input(CONTINUE_MESSAGE)
        if keep_playing=='y' or keep_playing=='Y':
            continue
        else:
            break

if __name__=="__main__":
    main()
