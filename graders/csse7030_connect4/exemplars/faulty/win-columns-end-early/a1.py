def has_line(board: list[str], piece: str) -> bool:
    """Return if this player has a line."""
    for column in range(len(board)):
        for row in range(len(board) - REQUIRED_WIN_LENGTH):
            if is_line(board, piece, (column, row), (0, 1)):
                return True
        for row in range(len(board)):
            for direction in [(1, 0), (1, 1), (1, -1)]:
                if is_line(board, piece, (column, row), direction):
                    return True
    return False
