del format_row, format_floor


def show(game: Columns) -> None:
    """Print the field, and that <game> is over once it is."""
    for row in range(1, game.rows() + 1):
        print('|', end='')
        for column in range(1, game.columns() + 1):
            print(format_cell(game.cell(row, column)), end='')
        print('|')
    print(' ', end='')
    print('-' * (3 * game.columns()), end='')
    print(' ')
    if game.is_over():
        print('GAME OVER')
