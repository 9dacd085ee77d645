# ICS 32
# Project 4
# This module runs the game
    
import columns_logic 
    
def print_board(board) -> None:
    for r in range(3,board.rows):
        #this works
        text = '' 
        for c in range(board.cols):
            cell = board.grid[r][c]
            if cell.state==columns_logic.NONE:
                text = text + '   ' 
            elif cell.state==columns_logic.FALLING:
                text=text + '[' + cell.letter + ']' 
            elif cell.state == columns_logic.LANDED:
                text=text+'|'+cell.letter + '|'
            elif cell.state==columns_logic.FROZEN:
                temp_value = ""
                text = text + ' ' + cell.letter+' '
            elif cell.state==columns_logic.MATCHED: 
                text=text + '*' + cell.letter + '*'
        print('|'+text + '|')
    print(' ' + '---' * board.cols + ' ')
    
def make_board():
    number_of_rows = int(input())
    width = int(input())
    board=columns_logic.Board(number_of_rows, width) 
    start = input()
    if start=='CONTENTS': 
        lines = []
        while len(lines) < number_of_rows: 
            lines.append(input())
        board.load(lines) 
    return board
    
def main() -> None:
    # should be fine
    board = make_board()
    print_board(board) 
    while True: 
        user_input=input()
        if user_input == 'Q':
            return 
        try:
            if user_input == '': 
                board.advance() 
            elif user_input == 'R':
                board.rotate()
            elif user_input=='<' or user_input=='>':
                board.go(user_input) 
            elif user_input.startswith('F'):
                board.add_faller(int(user_input[2]), [user_input[4],user_input[6], user_input[8]]) 
        except columns_logic.InvalidMoveError:
            pass
        except columns_logic.GameOverError:
            print_board(board)
            print('GAME OVER')
            return
        print_board(board)
    
if __name__ == '__main__':
    main()
