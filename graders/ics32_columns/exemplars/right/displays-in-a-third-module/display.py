# By a student of three modules.

"""Prints the field."""
from columns import EMPTY, FALLING, FROZEN, LANDED, MATCHED

AROUND = {EMPTY: '  ', FROZEN: '  ', FALLING: '[]', LANDED: '||', MATCHED: '**'}


def show(game):
    """Print the field, and the end of the game."""
    for row in range(game.rows()):
        line = '|'
        for column in range(game.columns()):
            cell = game.cell(row + 1, column + 1)
            left, right = AROUND[cell.state]
            line += left + (cell.colour or ' ') + right
        print(line + '|')
    print(' {} '.format('---' * game.columns()))
    if game.is_over():
        print('GAME OVER')
