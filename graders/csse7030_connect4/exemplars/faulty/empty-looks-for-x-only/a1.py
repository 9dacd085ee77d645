def is_column_empty(column: str) -> bool:
    """Return whether <column> has no piece."""
    return PLAYER_1_PIECE not in column
