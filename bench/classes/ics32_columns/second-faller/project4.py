#project4.py
#
#ICS 32 Winter 
#The user interface

import mechanics


def read_game()->mechanics.Game: 
    rows=int(input())
    columns=int(input())
    game=mechanics.Game(rows,columns)
    if input() == 'CONTENTS':
        lines = []
        for number in range(rows):
            # helper
            lines.append(input())
        game.fill(lines)
    #works now!
    return game
    
    
def cell_text(game: mechanics.Game,column:int,height:int) -> str:
    if game.faller is not None:
        letter = game.faller.get_letter(column,height)
        if letter is not None: 
            if game.faller.landed: 
                return f'|{letter}|' 
            return f'[{letter}]'
    letter = game.frozen_at(column, height)
    if letter is None:
        return '   ' 
    if (column,height) in game.marked:
        return f'*{letter}*'
    return f' {letter} '
    
    
def show(game: mechanics.Game) -> None: 
    for height in range(game.rows-1,-1, -1):
        print('|', end = '') 
        for column in range(game.columns): 
            print(cell_text(game, column, height),end = '')
        print('|')
    print(' ',end='')
    for column in range(game.columns): 
        print('---', end='')
    print(' ')
    

def start()->None:
    game=read_game()
    show(game)
    while not game.over: 
        line=input()
        if line=='Q':
            return
        elif line=='':
            #this works
            game.tick()
        elif line=='R': 
            game.rotate()
        elif line=='<':
            game.move_left()
        elif line == '>':
            game.move_right()
        else: 
            words = line.split(' ') 
            try:
                game.start_faller(int(words[1]),words[2],words[3], words[4])
            except mechanics.ColumnsError:
                pass
        show(game)
    print('GAME OVER')


if __name__=='__main__':
    start() 
