"""Project 4 - Columns
interface"""
    
from columns_mechanics import *
    
def get_board(row_count, column_count, first):
    board=[]
    for number in range(column_count):
        board.append(['   '] * (row_count + 3)) 
    if first=='CONTENTS': 
        for row in range(row_count):
            line=input()
            for number in range(column_count): 
                board[number][row+3]=' '+line[number]+' ' 
    return board
    
def display(game): 
    for row in range(3,game.row_count+3):
        print('|'+''.join([column[row] for column in game.board])+'|')
    print(' ' + game.column_count * 3 * '-' + ' ') 
    
def handle(game,line):
    #the important part
    try:
        if line == '': 
            game.pass_time()
        elif line == 'R':
            game.rotate_faller()
        elif line == '<': 
            game.move_faller(-1)
        elif line == '>':
            game.move_faller(1) 
        elif line[:2] == 'F ':
            line=line.split(' ')
            game.new_faller(int(line[1]),line[2:5])
            return
        if line!='':
            game.pass_time()
    except (NoFallerError,FallerExistsError):
        # works now!
        pass 
    
def play(): 
    row_count=int(input())
    column_count=int(input())
    game=Columns(row_count,column_count, get_board(row_count, column_count, input())) 
    display(game) 
    line=input()
    while line!='Q':
        handle(game,line) 
        display(game)
        line = input()
    
if __name__=='__main__':
    play()
