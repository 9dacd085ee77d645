def has_line(board: list[str], piece: str) -> bool:
    """Return if this player has a line."""
    if piece * REQUIRED_WIN_LENGTH in ''.join(board):
        return True
    for column in range(len(board)):
        for row in range(len(board)):
            for direction in [(1, 0), (1, 1), (1, -1)]:
                if is_line(board, piece, (column, row), direction):
                    return True
    return False
