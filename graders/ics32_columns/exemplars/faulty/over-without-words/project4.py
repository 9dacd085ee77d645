def show(game: Columns) -> None:
    """Print the field."""
    for row in range(1, game.rows() + 1):
        print(format_row(game, row))
    print(format_floor(game))
