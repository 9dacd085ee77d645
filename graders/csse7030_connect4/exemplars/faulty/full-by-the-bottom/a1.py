def is_column_full(column: str) -> bool:
    """Return if the column is full."""
    return column[-1] != BLANK_PIECE
