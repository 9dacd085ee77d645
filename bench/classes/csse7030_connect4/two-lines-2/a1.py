# DO NOT modify or add any import statements
from typing import Optional
from a1_support import * 
    
# Name: 
# Student Number: 
# ------------------------------------------------------------------------------ 

# Define your functions here (start with def num_hours() -> float)
def num_hours() -> float:
    ''' Returns how many hours I spent '''
    return 8.0
    
def generate_initial_board()->list[str]:
    ''' makes the starting board

    every column is a string of BLANK_PIECE
    '''
    #asked about this in the lab
    board=[]
    for i in range(8):
        board.append('--------')
    return board
    
def is_column_full(column: str) -> bool:
    ''' True if theres no blank left '''
    for char in column:
        if char == BLANK_PIECE:
            return False
    return True
    
def is_column_empty(column: str) -> bool:
    ''' True if its all blank '''
    return column == '--------'

def display_board(board:list[str]) -> None:
    ''' prints the board and the numbers underneath '''
    row = 0 
    while row < 8:
        line = COLUMN_SEPARATOR
        col = 0 
        while col<8:
            line += board[col][row]
            line += COLUMN_SEPARATOR
            col += 1
        print(line) 
        row += 1
    print(' 1 2 3 4 5 6 7 8 ')
    
def check_input(command: str) -> bool:
    ''' checks that the command is ok, prints whats wrong if its not ''' 
    if command == 'h' or command=='H' or command=='q' or command == 'Q':
        return True
    if len(command) != 2:
        print(INVALID_FORMAT_MESSAGE)
        return False
    if command[0] not in ['a','A','r','R']:
        print(INVALID_FORMAT_MESSAGE)
        return False
    if not (int(command[1]) in range(1, 9)):
        print(INVALID_COLUMN_MESSAGE)
        return False
    return True
    
def get_action()->str: 
    ''' keeps asking until the command is valid '''
    command=input(ENTER_COMMAND_MESSAGE)
    while check_input(command) == False: 
        command = input(ENTER_COMMAND_MESSAGE)
    return command
    
def add_piece(board: list[str], piece: str, column_index: int) -> bool:
    ''' puts the piece in the column ''' 
    column = board[column_index]
    if is_column_full(column):
        print(FULL_COLUMN_MESSAGE) 
        # the important part
        return False
    #go down until we hit something 
    spot = 0 
    for i in range(8):
        if column[i] == BLANK_PIECE:
            spot = i
    new_column = column[:spot] + piece + column[spot+1:]
    board[column_index] = new_column
    return True
    
def remove_piece(board: list[str], column_index: int) -> bool:
    ''' pops the bottom piece '''
    column = board[column_index]
    if is_column_empty(column):
        #print("here")
        print(EMPTY_COLUMN_MESSAGE)
        return False 
    board[column_index] = BLANK_PIECE + column[:7]
    return True
    
def is_line(board: list[str], col: int, row: int, dc: int,dr:int)->bool:
    ''' is there a line that starts at (col, row) and goes in direction (dc, dr) ''' 
    piece = board[col][row]
    for step in range(REQUIRED_WIN_LENGTH):
        c = col + step*dc
        r = row+step*dr
        if c<0 or r<0 or c >= len(board) or r >= len(board):
            # dont touch
            return False
        if board[c][r] != piece:
            return False
    return True

def check_win(board:list[str]) -> Optional[str]:
    ''' who won? '''
    winners = []
    directions=[(1,0),(0,1),(1,1),(1,-1)]
    for col in range(len(board)):
        for row in range(len(board)):
            if board[col][row] == BLANK_PIECE:
                continue 
            for d in directions:
                if is_line(board,col,row,d[0],d[1]):
                    winners.append(board[col][row])
    if len(winners) == 1:
        return winners[0]
    if PLAYER_1_PIECE in winners and PLAYER_2_PIECE in winners:
        return BLANK_PIECE
    
def play_game() -> None:
    ''' plays one game '''
    board = generate_initial_board()
    turn = 1 
    display_board(board)
    print(PLAYER_1_MOVE_MESSAGE) 
    while True:
        move = get_action()
        if move == 'q' or move == 'Q':
            return
        if move == 'h' or move == 'H':
            print(HELP_MESSAGE) 
            display_board(board)
            if turn == 1: 
                print(PLAYER_1_MOVE_MESSAGE) 
            else:
                print(PLAYER_2_MOVE_MESSAGE) 
            continue
        column_index = int(move[1]) - 1
        if move[0] == 'a' or move[0] == 'A':
            if turn == 1:
                worked = add_piece(board, PLAYER_1_PIECE, column_index) 
            else:
                worked = add_piece(board, PLAYER_2_PIECE, column_index) 
        else:
            worked = remove_piece(board, column_index)
        if worked == False:
            continue
        display_board(board)
        outcome = check_win(board)
        if outcome == PLAYER_1_PIECE:
            # the important part
            print(PLAYER_1_VICTORY_MESSAGE) 
            return
        elif outcome == PLAYER_2_PIECE:
            print(PLAYER_2_VICTORY_MESSAGE)
            return
        elif outcome == BLANK_PIECE:
            print(DRAW_MESSAGE)
            return
        #next player 
        if turn == 1: 
            turn = 2
            print(PLAYER_2_MOVE_MESSAGE)
        else:
            turn = 1 
            print(PLAYER_1_MOVE_MESSAGE)
    
def main() -> None:
    ''' Main function '''
    play_again = True
    while play_again:
        #print("here")
        play_game()
        reply = input(CONTINUE_MESSAGE).strip()
        if reply != 'y' and reply != 'Y':
            play_again = False
    
if __name__ == "__main__":
    main()
