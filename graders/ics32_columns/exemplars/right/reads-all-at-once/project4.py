import sys

LINES = []


def run() -> None:
    """Play one game: show the field before and after every command."""
    LINES.extend(sys.stdin.read().split('\n'))
    game = read_game()
    show(game)
    while not game.is_over():
        command = LINES.pop(0)
        if command == 'Q':
            return
        carry_out(game, command)
        show(game)


def read_game() -> Columns:
    """Read the size and the contents of the field; return the new game."""
    rows = int(LINES.pop(0))
    columns = int(LINES.pop(0))
    if LINES.pop(0) == 'EMPTY':
        return Columns(rows, columns)
    return Columns(rows, columns, [LINES.pop(0) for _ in range(rows)])
