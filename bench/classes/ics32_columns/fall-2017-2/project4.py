# Name, student number
# ICS 32 Project 4
# project4.py
    
import columns
    

def read_field():
    '''Reads the size of the field and what is in it'''
    rows=int(input())
    cols = int(input())
    kind=input()
    contents = []
    if kind=='CONTENTS':
        for i in range(rows):
            contents.append(input()) 
    return columns.GameState(rows, cols, contents)

    
def print_field(game): 
    for row in range(game.rows()):
        line = '|'
        for col in range(game.columns()):
            line+=game.cell(row,col)
        print(line + '|')
    print(' ' + '-' * (3 * game.columns()) + ' ')
    

def do_command(game,command):
    if command == '': 
        game.tick()
    elif command == 'R':
        game.rotate()
    elif command=='<': 
        game.move(-1) 
    elif command == '>':
        game.move(1)
    elif command[0] == 'F':
        parts = command.split()
        # this works
        try:
            game.drop(int(parts[1]), parts[2:])
        except columns.InvalidColumnError:
            pass 
        except columns.InvalidColorError: 
            pass
    
    
def run():
    # dont touch
    game = read_field()
    print_field(game)
    while True:
        command = input()
        if command=='Q':
            break
        do_command(game, command)
        print_field(game)
        if game.over(): 
            print('GAME OVER')
            break
    
    
if __name__=='__main__': 
    run()
