#project4.py 
#
#ICS 32 Winter
#The user interface
    
import mechanics
import board_view 

def read_game() -> mechanics.Game:
    rows = int(input())
    columns=int(input())
    game = mechanics.Game(rows, columns)
    if input() == 'CONTENTS':
        # print(result)
        lines=[]
        for number in range(rows):
            lines.append(input())
        game.fill(lines)
    return game
    
def main() -> None:
    game = read_game()
    board_view.show(game)
    while not game.over:
        line = input()
        if line == 'Q': 
            return
        elif line == '':
            game.tick()
        elif line == 'R':
            game.rotate()
        elif line=='<':
            # works now!
            game.move_left()
        elif line == '>': 
            game.move_right()
        else:
            words = line.split(' ')
            try:
                game.start_faller(int(words[1]), words[2],words[3],words[4])
            except mechanics.ColumnsError:
                pass
        board_view.show(game) 
    print('GAME OVER')

if __name__=='__main__': 
    main()
