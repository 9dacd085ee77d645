def has_line(board: list[str], piece: str) -> bool:
    """Return if this player has a line."""
    for column in range(len(board) - 1):
        for row in range(len(board)):
            if begins_line(board, piece, (column, row)):
                return True
    return False
