"""Project 4 - Columns
interface"""
    
from columns_mechanics import *

def create_board(row_count, column_count, first):
    board = []
    for number in range(column_count):
        board.append(['   '] * row_count)
    if first == 'CONTENTS':
        for row in range(row_count):
            line=input()
            for number in range(column_count):
                #loop over everything
                board[number][row + 3] = ' ' + line[number] + ' '
    return board
    
def display(game):
    for row in range(3,game.row_count + 3): 
        print('|' + ''.join([column[row] for column in game.board]) + '|')
    print(' '+game.column_count * 3 * '-' + ' ')
    
def handle(game,line):
    try: 
        if line=='':
            game.pass_time()
        elif line=='R':
            game.rotate_faller()
        elif line=='<':
            game.move_faller(-1)
        elif line=='>':
            game.move_faller(1)
        elif line[:2]=='F ':
            line = line.split(' ')
            game.new_faller(int(line[1]), line[2:5])
    except (NoFallerError, FallerExistsError):
        pass

def play(): 
    row_count = int(input())
    column_count=int(input())
    # the important part
    game = Columns(row_count,column_count,create_board(row_count, column_count, input()))
    display(game)
    line = input()
    while line!='Q':
        handle(game, line)
        display(game)
        if game.game_over:
            print('GAME OVER')
            break
        line = input()
    
if __name__=='__main__':
    play() 
