def show(game: Columns) -> None:
    """Print the field, and that <game> is over once it is."""
    lines = [format_row(game, row) for row in range(1, game.rows() + 1)]
    lines.append(format_floor(game))
    if game.is_over():
        lines.append('GAME OVER')
    print('\n'.join(lines))
