def is_column_empty(column: str) -> bool:
    """Return if the column is empty."""
    return column[0] == BLANK_PIECE
