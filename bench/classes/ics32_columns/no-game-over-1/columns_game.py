# ICS 32
# Project 4
# This module runs the game

import game_logic
    
def print_board(board)->None:
    for r in range(3,board.rows):
        text=''
        for c in range(board.cols):
            cell = board.grid[r][c]
            if cell.state==game_logic.NONE:
                text=text+'   '
            elif cell.state==game_logic.FALLING:
                text = text+'['+cell.letter+']'
            elif cell.state==game_logic.LANDED:
                text = text+'|'+cell.letter+'|' 
            elif cell.state == game_logic.FROZEN: 
                text=text+' '+cell.letter+' ' 
            elif cell.state==game_logic.MATCHED:
                text=text + '*'+cell.letter+'*'
        print('|'+text + '|')
    print(' '+'---' * board.cols+' ')

def make_board():
    number_of_rows=int(input()) 
    number_of_cols = int(input()) 
    board = game_logic.Board(number_of_rows,number_of_cols)
    start=input()
    if start == 'CONTENTS':
        # see lecture notes
        lines = []
        while len(lines)<number_of_rows:
            lines.append(input())
        board.load(lines) 
    return board
    
def main() -> None:
    board = make_board() 
    # dont touch
    print_board(board)
    while True:
        command=input()
        if command=='Q':
            return
        try:
            if command=='':
                board.advance() 
            elif command=='R':
                board.rotate()
            elif command=='<' or command=='>':
                board.shift(command)
            elif command.startswith('F'): 
                info=command.split()
                board.drop_faller(int(info[1]),[info[2],info[3], info[4]])
        except game_logic.InvalidMoveError:
            pass
        except game_logic.GameOverError:
            print_board(board)
            return
        print_board(board)
    
if __name__=='__main__':
    main()
