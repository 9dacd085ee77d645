def has_line(board: list[str], piece: str) -> bool:
    """Return if this player has a line."""
    half = BOARD_SIZE // 2 + 1
    for column in range(BOARD_SIZE):
        for row in range(half):
            if is_line(board, piece, (column, row), (0, 1)):
                return True
    for column in range(half):
        for row in range(BOARD_SIZE):
            for direction in [(1, 0), (1, 1), (1, -1)]:
                if is_line(board, piece, (column, row), direction):
                    return True
    return False
