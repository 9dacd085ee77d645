def has_line(board: list[str], piece: str) -> bool:
    """Return if this player has a line."""
    found = False
    for column in range(len(board)):
        for row in range(len(board)):
            if is_line(board, piece, (column, row), (0, 1)) or is_line(board, piece, (column, row), (1, 0)):
                found = True
    column = 0
    while column < len(board):
        row = 0
        while row < len(board):
            if is_line(board, piece, (column, row), (1, 1)) or is_line(board, piece, (column, row), (1, -1)):
                found = True
        column += 1
    return found
