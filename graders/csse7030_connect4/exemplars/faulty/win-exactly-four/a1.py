def has_line(board: list[str], piece: str) -> bool:
    """Return if this player has a line."""
    for column in range(len(board)):
        for row in range(len(board)):
            for direction in LINE_DIRECTIONS:
                before = (column - direction[0], row - direction[1])
                after = (column + direction[0], row + direction[1])
                if is_line(board, piece, (column, row), direction):
                    if not is_line(board, piece, before, direction) and not is_line(board, piece, after, direction):
                        return True
    return False
