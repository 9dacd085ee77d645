import sys


def run() -> None:
    """Play one game: show the field before and after every command."""
    game = read_game()
    show(game)
    for line in sys.stdin:
        command = line.rstrip('\n')
        if command == 'Q':
            break
        carry_out(game, command)
        show(game)
        if game.is_over():
            break


def read_game() -> Columns:
    """Read the size of the field, and what is in it; return the new game."""
    rows = int(sys.stdin.readline())
    columns = int(sys.stdin.readline())
    if sys.stdin.readline().strip() == 'EMPTY':
        return Columns(rows, columns)
    return Columns(rows, columns, [sys.stdin.readline().strip('\n') for _ in range(rows)])
