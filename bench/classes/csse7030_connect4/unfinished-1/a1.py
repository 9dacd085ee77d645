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

def generate_initial_board() -> list[str]: 
    ''' makes the starting board

    every column is a string of BLANK_PIECE
    '''
    board = []
    for i in range(BOARD_SIZE):
        board.append(BLANK_PIECE*BOARD_SIZE)
    #TODO clean up
    return board

def is_column_full(column:str) -> bool:
    ''' True if theres no blank left '''
    for char in column:
        if char==BLANK_PIECE:
            return False
    return True

def is_column_empty(column:str) -> bool:
    ''' True if its all blank '''
    for char in column:
        if char != BLANK_PIECE:
            return False
    return True

def display_board(board: list[str]) -> None: 
    ''' prints the board and the numbers underneath '''
    for row in range(len(board)):
        text = COLUMN_SEPARATOR
        for col in range(len(board)):
            text+=board[col][row]
            text+=COLUMN_SEPARATOR
        print(text)
    print(' 1 2 3 4 5 6 7 8 ')

def check_input(command:str) -> bool: 
    ''' checks that the command is ok, prints whats wrong if its not '''
    if command == 'h' or command == 'H' or command == 'q' or command == 'Q': 
        return True
    if len(command) != 2:
        print(INVALID_FORMAT_MESSAGE)
        return False
    if command[0] not in ['a','A','r','R']:
        print(INVALID_FORMAT_MESSAGE)
        return False
    if command[1] in '12345678':
        return True 
    else:
        #dont touch
        print(INVALID_COLUMN_MESSAGE)
        return False
    
def get_action()->str:
    ''' keeps asking until the command is valid '''
    command = input(ENTER_COMMAND_MESSAGE)
    while check_input(command) == False:
        command=input(ENTER_COMMAND_MESSAGE)
    return command
    
def add_piece(board: list[str], piece:str,column_index: int) -> bool:
    ''' puts the piece in the column '''
    column=board[column_index]
    if is_column_full(column):
        print(FULL_COLUMN_MESSAGE)
        return False
    #go down until we hit something
    spot = 7
    #works now!
    while column[spot] != BLANK_PIECE:
        spot=spot-1
    new_column = column[:spot]+piece+column[spot+1:]
    board[column_index] = new_column
    return True
    
def remove_piece(board:list[str], column_index: int)->bool:
    ''' pops the bottom piece '''
    column=board[column_index]
    if is_column_empty(column):
        print(EMPTY_COLUMN_MESSAGE)
        return False
    board[column_index]=BLANK_PIECE + column[:-1]
    #print("here")
    return True

def check_win(board: list[str]) -> Optional[str]:
    ''' who won? '''
    #columns 
    for column in board: 
        if 'XXXX' in column:
            print(PLAYER_1_VICTORY_MESSAGE) 
        if 'OOOO' in column:
            print(PLAYER_2_VICTORY_MESSAGE)
    #rows
    for i in range(8):
        row = '' 
        for column in board:
            row += column[i]
        if 'XXXX' in row: 
            print(PLAYER_1_VICTORY_MESSAGE)
        if 'OOOO' in row:
            print(PLAYER_2_VICTORY_MESSAGE)
    #diagonals 
    col = 0
    row=0
    diagonal=''
    while col<8:
        diagonal += board[col][row]
        if row<7:
            row+=1
        else:
            #TODO start again at the next column
            row = 0
            col = 0 
            diagonal = ''
    return None
    
def play_game() -> None:
    ''' plays one game '''
    board=generate_initial_board()
    whose_turn = 1
    display_board(board)
    #TODO clean up
    print(PLAYER_1_MOVE_MESSAGE)
    while True:
        action=get_action()
        if action=='q' or action == 'Q':
            return 
        if action=='h' or action == 'H':
            print(HELP_MESSAGE)
            display_board(board)
            if whose_turn == 1:
                print(PLAYER_1_MOVE_MESSAGE)
            else:
                print(PLAYER_2_MOVE_MESSAGE)
            continue
        column_index=int(action[1]) - 1
        if action[0]=='a':
            if whose_turn==1:
                added = add_piece(board,'X',column_index)
            else:
                added=add_piece(board,'O', column_index)
            if added == False:
                continue
            unused = 0
            display_board(board)
            if check_win(board)!=None:
                return
        # elif action[0] == 'r':
        #     remove_piece(board, column_index)
        else:
            continue
        #next player
        if whose_turn==1:
            whose_turn = 2
            print(PLAYER_2_MOVE_MESSAGE)
        else:
            whose_turn=1 
            print(PLAYER_1_MOVE_MESSAGE)

def main()->None:
    ''' Main function '''
    again=input(CONTINUE_MESSAGE) 
    if again=='y' or again == 'n':
        #play_game() 
        pass
    
if __name__ == "__main__":
    main()
