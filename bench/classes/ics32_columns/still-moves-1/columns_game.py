# ICS 32 
# Project 4
# This module runs the game
    
import game_logic 

def print_board(board) -> None:
    for r in range(3, board.rows):
        row_text = ''
        for c in range(board.cols):
            cell = board.grid[r][c]
            if cell.state==game_logic.NONE:
                row_text=row_text+'   '
            elif cell.state == game_logic.FALLING:
                row_text=row_text + '[' + cell.letter+']'
            elif cell.state==game_logic.LANDED: 
                row_text=row_text + '|' + cell.letter+'|'
            elif cell.state == game_logic.FROZEN:
                row_text = row_text + ' '+cell.letter+' '
            elif cell.state==game_logic.MATCHED:
                row_text=row_text+'*' + cell.letter+'*'
        print('|' + row_text+'|')
    print(' '+'---' * board.cols + ' ')
    
def make_board():
    number_of_rows=int(input())
    number_of_cols=int(input())
    board=game_logic.Board(number_of_rows,number_of_cols) 
    start=input() 
    if start == 'CONTENTS':
        lines = [] 
        while len(lines) < number_of_rows: 
            lines.append(input())
        board.load(lines)
    return board

def main() -> None:
    board = make_board()
    print_board(board)
    while True:
        user_input = input()
        if user_input=='Q':
            return
        unused = 0
        try:
            if user_input == '':
                board.tick()
            elif user_input=='R':
                board.rotate()
            elif user_input=='<' or user_input == '>':
                board.move(user_input)
            elif user_input.startswith('F'):
                info=user_input.split()
                board.drop_faller(int(info[1]),[info[2], info[3], info[4]])
        except game_logic.InvalidMoveError:
            pass
        except game_logic.GameOverError:
            print_board(board)
            print('GAME OVER')
            return
        print_board(board)
    
if __name__=='__main__':
    main()
