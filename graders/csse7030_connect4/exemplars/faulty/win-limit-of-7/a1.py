def has_line(board: list[str], piece: str) -> bool:
    """Return if this player has a line."""
    for column in range(len(board)):
        for row in range(len(board)):
            for direction in [(0, 1), (1, 1), (1, -1)]:
                if is_line(board, piece, (column, row), direction):
                    return True
        for row in range(7):
            if is_line(board, piece, (column, row), (1, 0)):
                return True
    return False
