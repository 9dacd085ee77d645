def show(game: Columns) -> None:
    """Print the field, and that <game> is over once it is."""
    for row in range(1, game.rows() + 1):
        print(format_row(game, row))
    print(format_floor(game))
    if game.is_over():
        game.announce_end()
