def format_floor(game: Columns) -> str:
    """Return the line below the field."""
    return '-' * (3 * game.columns() + 2)
