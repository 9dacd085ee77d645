import sys


def run() -> None:
    """Play one game: show the field before and after every command."""
    game = read_game()
    show(game)
    while True:
        command = input()
        if command == 'Q':
            sys.exit()
        carry_out(game, command)
        show(game)
        if game.is_over():
            sys.exit(0)


def main() -> None:
    """Run the program."""
    run()


if __name__ == "__main__":
    main()
