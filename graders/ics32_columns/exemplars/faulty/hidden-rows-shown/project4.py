def show(game: Columns) -> None:
    """Print the field of <game> with the rows above it, and GAME OVER if it has ended."""
    for row in range(-1, game.rows() + 1):
        print(format_row(game, row))
    print(format_floor(game))
    if game.is_over():
        print('GAME OVER')
