# Kim Pupil, 87654321
import gamelogic
import text


def start():
    r = int(input())
    c = int(input())
    kind = input()
    if kind == 'CONTENTS':
        rows = [input() for i in range(r)]
    else:
        rows = [' ' * c] * r
    return gamelogic.Game(rows)


def main():
    game = start()
    print(text.draw(game))
    line = input()
    while line != 'Q':
        try:
            gamelogic.command(game, line)
        except gamelogic.ImpossibleMove:
            pass
        print(text.draw(game))
        if game.lost:
            print('GAME OVER')
            break
        line = input()


if __name__=='__main__':
    main()
