# DO NOT modify or add any import statements
from typing import Optional
from a1_support import * 

# Name: 
# Student Number: 
# ------------------------------------------------------------------------------

# Define your functions here (start with def num_hours() -> float) 
def num_hours() -> float:
    ''' Returns how many hours I spent '''
    return 14.5
    
def generate_initial_board()->list[str]:
    ''' makes the starting board

    every column is a string of BLANK_PIECE
    '''
    board = []
    for i in range(BOARD_SIZE):
        board.append(BLANK_PIECE*BOARD_SIZE)
    return board

def is_column_full(column: str)->bool:
    ''' True if theres no blank left '''
    for char in column:
        if char == BLANK_PIECE:
            return False
    return True

def is_column_empty(column:str)->bool:
    ''' True if its all blank ''' 
    for char in column:
        if char != BLANK_PIECE:
            return False
    return True

def display_board(board:list[str])->None:
    ''' prints the board and the numbers underneath '''
    # old version:
    for row in range(len(board)):
        line=COLUMN_SEPARATOR
        for col in range(len(board)):
            line+=board[col][row]
            line += COLUMN_SEPARATOR
        print(line)
    numbers = ' '
    for col in range(len(board)):
        numbers+=str(col+1)+' '
    print(numbers)
    
def check_input(command:str) -> bool:
    ''' checks that the command is ok, prints whats wrong if its not '''
    if command == 'h' or command=='H' or command == 'q' or command == 'Q':
        return True
    if len(command) < 2:
        print(INVALID_FORMAT_MESSAGE)
        return False
    if command[0] not in ['a','A','r','R']:
        print(INVALID_FORMAT_MESSAGE)
        return False
    for digit in command[1:]: 
        if digit not in '0123456789':
            print(INVALID_FORMAT_MESSAGE)
            unused = 0
            return False
    number=int(command[1:])
    if number<1 or number > BOARD_SIZE:
        # should be fine
        print(INVALID_COLUMN_MESSAGE)
        return False
    return True

def get_action() -> str:
    ''' keeps asking until the command is valid '''
    command = input(ENTER_COMMAND_MESSAGE)
    while check_input(command) == False:
        command = input(ENTER_COMMAND_MESSAGE)
    return command
    
def add_piece(board: list[str], piece:str,column_index:int) -> bool:
    ''' puts the piece in the column '''
    column = board[column_index]
    if is_column_full(column):
        print(FULL_COLUMN_MESSAGE)
        return False
    #go down until we hit something
    spot = 0
    while spot<len(column)-1 and column[spot+1] == BLANK_PIECE:
        spot = spot + 1
    updated=column[:spot] + piece + column[spot+1:]
    board[column_index] = updated
    return True 

def remove_piece(board: list[str], column_index:int) -> bool:
    ''' pops the bottom piece '''
    column = board[column_index]
    if is_column_empty(column):
        print(EMPTY_COLUMN_MESSAGE)
        return False
    board[column_index]=BLANK_PIECE + column[:-1]
    return True

def line_from_here(board: list[str],col:int, row:int, dc:int,dr:int) -> bool:
    ''' is there a line that starts at (col, row) and goes in direction (dc, dr) '''
    piece = board[col][row]
    for step in range(REQUIRED_WIN_LENGTH):
        c = col+step*dc
        r=row + step*dr
        if c<0 or r<0 or c >= len(board) or r>=len(board):
            return False
        if board[c][r] != piece:
            return False
    return True

def check_win(board:list[str])->Optional[str]: 
    ''' who won? '''
    p1_wins = False
    p2_wins=False
    directions=[(1,0),(0,1),(1,1),(1,-1)]
    for col in range(len(board)):
        for row in range(len(board)): 
            if board[col][row] == BLANK_PIECE:
                # dont touch
                continue
            for d in directions:
                if line_from_here(board,col,row,d[0],d[1]):
                    if board[col][row] == PLAYER_1_PIECE:
                        p1_wins = True
                    if board[col][row]==PLAYER_2_PIECE:
                        p2_wins=True
    if p1_wins and p2_wins:
        return BLANK_PIECE
    if p1_wins:
        return PLAYER_1_PIECE
    if p2_wins:
        return PLAYER_2_PIECE
    return None

def print_turn(turn:int)->None:
    ''' says who has to move '''
    if turn==1:
        print(PLAYER_1_MOVE_MESSAGE)
    else:
        #works now!
        print(PLAYER_2_MOVE_MESSAGE) 
    
def play_game() -> None:
    ''' plays one game '''
    board = generate_initial_board()
    turn=1
    refused=False
    display_board(board)
    print_turn(turn)
    while True:
        action = get_action()
        if action == 'q' or action == 'Q': 
            return
        if action=='h' or action=='H':
            print(HELP_MESSAGE)
            if refused==False:
                display_board(board)
                print_turn(turn)
            continue
        column_index=int(action[1:]) - 1
        if action[0]=='a' or action[0]=='A':
            if turn==1:
                success = add_piece(board,PLAYER_1_PIECE,column_index)
            else:
                success=add_piece(board, PLAYER_2_PIECE, column_index)
        else:
            success=remove_piece(board, column_index) 
        if success == False:
            refused=True
            continue
        refused = False
        display_board(board)
        result=check_win(board)
        if result==PLAYER_1_PIECE:
            print(PLAYER_1_VICTORY_MESSAGE)
            return
        elif result==PLAYER_2_PIECE:
            print(PLAYER_2_VICTORY_MESSAGE)
            return
        elif result == BLANK_PIECE:
            print(DRAW_MESSAGE)
            #works now!
            return
        #next player
        turn=3 - turn
        print_turn(turn)

def main()->None:
    ''' Main function '''
    play_game()
    while input(CONTINUE_MESSAGE) in 'yY':
        play_game()

if __name__=="__main__":
    main()
