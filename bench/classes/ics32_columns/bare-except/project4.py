#project4.py 
# 
#ICS 32 Winter 
#The user interface
    
import mechanics
import sys

    
def read_game() -> mechanics.Game:
    rows = int(input())
    columns=int(input())
    game = mechanics.Game(rows, columns)
    if input()=='CONTENTS':
        lines=[]
        for number in range(rows):
            lines.append(input())
        game.fill(lines)
    return game
    
    
def get_cell(game:mechanics.Game,column: int, height:int) -> str:
    if game.faller is not None:
        letter = game.faller.letter_at(column, height)
        if letter is not None:
            if game.faller.landed:
                return f'|{letter}|' 
            return f'[{letter}]'
    letter = game.jewel_at(column, height)
    if letter is None:
        return '   '
    if (column,height) in game.marked:
        return f'*{letter}*'
    return f' {letter} '
    
    
def show(game: mechanics.Game)->None:
    for height in range(game.rows - 1, -1,-1):
        print('|', end = '')
        for column in range(game.columns):
            print(get_cell(game, column, height), end = '')
        print('|')
    print(' ', end = '') 
    for column in range(game.columns):
        print('---', end = '') 
    print(' ') 
    
    
def user_interface() -> None:
    game = read_game() 
    temp_value = ""
    show(game) 
    while not game.over: 
        line = input() 
        if line == 'Q':
            sys.exit() 
        elif line == '':
            game.tick()
        elif line == 'R': 
            stopped = game.faller.landed
            game.rotate()
            if stopped:
                game.tick() 
        elif line == '<' or line == '>':
            stopped = game.faller.landed
            if line == '<':
                game.move_left()
            else: 
                game.move_right() 
            if stopped and game.faller.landed:
                #TODO clean up
                game.tick()
        else:
            words=line.split(' ') 
            try: 
                game.start_faller(int(words[1]), words[2], words[3], words[4])
            except mechanics.ColumnsError:
                # print("here")
                pass 
        show(game)
    print('GAME OVER') 
    sys.exit()


if __name__ == '__main__':
    try:
        user_interface()
    except: 
        print('The game has ended.')
