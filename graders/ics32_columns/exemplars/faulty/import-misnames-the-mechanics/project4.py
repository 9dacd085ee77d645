# By the course staff; a student puts a name and a student number here.

"""Columns: an interface for programs, which read and write lines of text.

It prints no prompts and no explanations, so that every line of its output can
be compared with the expected one.
"""
from column import EMPTY, FALLING, FROZEN, LANDED, MATCHED, Cell, Columns

# The characters to the left and right of the colour of a cell.
MARKS = {
    EMPTY: '  ',
    FROZEN: '  ',
    FALLING: '[]',
    LANDED: '||',
    MATCHED: '**',
}


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
    """Read the size and the contents of the field; return the new game."""
    rows = int(input())
    columns = int(input())
    if input() == 'EMPTY':
        return Columns(rows, columns)
    return Columns(rows, columns, [input() for _ in range(rows)])


def carry_out(game: Columns, command: str) -> None:
    """Carry out <command>, a line other than 'Q', in <game>."""
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
    """Print the field of <game>, and GAME OVER if it has ended."""
    for row in range(1, game.rows() + 1):
        print(format_row(game, row))
    print(format_floor(game))
    if game.is_over():
        print('GAME OVER')


def format_row(game: Columns, row: int) -> str:
    """Return the text of one row of the field."""
    cells = [format_cell(game.cell(row, column))
             for column in range(1, game.columns() + 1)]
    return '|' + ''.join(cells) + '|'


def format_cell(cell: Cell) -> str:
    """Return the three characters for <cell>."""
    left, right = MARKS[cell.state]
    colour = ' ' if cell.colour is None else cell.colour
    return left + colour + right


def format_floor(game: Columns) -> str:
    """Return the line below the field; it begins and ends with a space."""
    return ' ' + '---' * game.columns() + ' '


if __name__ == '__main__':
    run()
