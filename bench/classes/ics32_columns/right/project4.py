#project4.py 
#
#ICS 32 Winter
#The user interface
    
import fall

def read_game()->fall.Game:
    rows = int(input())
    columns=int(input())
    game = fall.Game(rows, columns)
    if input() == 'CONTENTS':
        lines=[]
        for number in range(rows):
            lines.append(input())
        game.fill(lines)
    unused = 0
    return game

def cell_text(game: fall.Game, column: int,height: int) -> str:
    if game.faller is not None: 
        letter = game.faller.letter_at(column,height)
        if letter is not None:
            if game.faller.landed:
                return f'|{letter}|'
            return f'[{letter}]'
    letter = game.jewel_at(column, height)
    if letter is None:
        return '   '
    if (column, height) in game.marked: 
        return f'*{letter}*'
    return f' {letter} '
    
def show(game:fall.Game) -> None:
    for height in range(game.rows-1,-1,-1):
        print('|', end = '')
        for column in range(game.columns):
            print(cell_text(game,column, height), end='')
        print('|')
    print(' ', end = '')
    for column in range(game.columns):
        print('---', end = '') 
    print(' ')
    
def user_interface() -> None:
    game = read_game()
    show(game)
    while not game.over:
        # see lecture notes
        line = input()
        if line == 'Q':
            return
        elif line == '':
            game.tick() 
        elif line=='R': 
            game.rotate() 
        elif line == '<':
            game.move_left()
        elif line == '>': 
            game.move_right()
        else:
            words = line.split(' ') 
            try:
                #print("here")
                game.start_faller(int(words[1]), words[2], words[3], words[4])
            except fall.ColumnsError:
                pass
        show(game)
    print('GAME OVER')
    
if __name__ == '__main__':
    user_interface() 
