# Your name and student number:

"""Columns: an interface for programs, which read and write lines of text.

It asks for nothing and explains nothing, so that every line it prints can be
compared with what was expected.
"""
from columns import EMPTY, FALLING, FROZEN, LANDED, MATCHED, Cell, Columns


def run() -> None:
    """Play one game: show the field before and after every command."""
    game = read_game()
    show(game)
    while not game.is_over():
        command = input()
        if command == 'Q':
            return
        carry_out(game, command)
        show(game)


def read_game() -> Columns:
    """Read the size of the field, and what is in it; return the new game."""
    rows = int(input())
    columns = int(input())
    if input() == 'EMPTY':
        return Columns(rows, columns)
    return Columns(rows, columns, [input() for _ in range(rows)])


def carry_out(game: Columns, command: str) -> None:
    """Do to <game> what <command>, a line other than 'Q', says."""
    if command == '':
        game.tick()
    elif command == 'R':
        game.rotate()
    elif command == '<':
        game.move_left()
    elif command == '>':
        game.move_right()
    elif command.startswith('F '):
        _, column, *colours = command.split()
        game.create_faller(int(column), colours)


def show(game: Columns) -> None:
    """Print the field, and that <game> is over once it is."""
    for row in range(1, game.rows() + 1):
        print(format_row(game, row))
    print(format_floor(game))
    if game.is_over():
        print('GAME OVER')


def format_row(game: Columns, row: int) -> str:
    """Return one row of the field as it is shown."""
    return ''


def format_cell(cell: Cell) -> str:
    """Return the three characters that stand for <cell>."""
    return ''


def format_floor(game: Columns) -> str:
    """Return the line below the field; it begins and ends with a space."""
    return ''


if __name__ == '__main__':
    run()
