def format_floor(game: Columns) -> str:
    """Return the line below the field."""
    return '---' * game.columns()
