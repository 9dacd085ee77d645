from time import sleep


def show(game: Columns) -> None:
    """Print the field of <game>, and GAME OVER if it has ended; then wait."""
    for row in range(1, game.rows() + 1):
        print(format_row(game, row))
    print(format_floor(game))
    if game.is_over():
        print('GAME OVER')
    sleep(0.3)
