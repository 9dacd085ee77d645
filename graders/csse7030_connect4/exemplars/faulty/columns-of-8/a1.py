def is_column_full(column: str) -> bool:
    """Return if the column is full."""
    return len(column) - column.count(BLANK_PIECE) == 8


def is_column_empty(column: str) -> bool:
    """Return if the column is empty."""
    return column.count(BLANK_PIECE) == 8
