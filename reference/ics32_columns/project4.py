# starter: # Your name and student number:
# solution begins
# By the course staff; a student puts a name and a student number here.
# solution ends

"""Columns: an interface for programs, which read and write lines of text.

It asks for nothing and explains nothing, so that every line it prints can be
compared with what was expected.
"""
from columns import EMPTY, FALLING, FROZEN, LANDED, MATCHED, Cell, Columns

# solution begins
# What stands left and right of the colour in the three characters of a cell.
MARKS = {
    EMPTY: '  ',
    FROZEN: '  ',
    FALLING: '[]',
    LANDED: '||',
    MATCHED: '**',
}

# solution ends

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
    # starter: return ''
    # solution begins
    cells = [format_cell(game.cell(row, column))
             for column in range(1, game.columns() + 1)]
    return '|' + ''.join(cells) + '|'
    # solution ends


def format_cell(cell: Cell) -> str:
    """Return the three characters that stand for <cell>."""
    # starter: return ''
    # solution begins
    left, right = MARKS[cell.state]
    colour = ' ' if cell.colour is None else cell.colour
    return left + colour + right
    # solution ends


def format_floor(game: Columns) -> str:
    """Return the line below the field; it begins and ends with a space."""
    # starter: return ''
    # solution begins
    return ' ' + '---' * game.columns() + ' '
    # solution ends


if __name__ == '__main__':
    run()
