import sys


def run() -> None:
    """Play one game: show the field before and after every command."""
    game = read_game()
    show(game)
    while not game.is_over():
        try:
            command = input()
            if command == 'Q':
                sys.exit()
            carry_out(game, command)
        except:
            print('ERROR')
            break
        show(game)
