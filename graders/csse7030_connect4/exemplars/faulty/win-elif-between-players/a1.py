def lines_from(board: list[str], piece: str, column: int, direction: tuple[int, int]) -> bool:
    """Return if a line begins in this column."""
    for row in range(len(board)):
        if is_line(board, piece, (column, row), direction):
            return True
    return False


def line_in_row(board: list[str], piece: str, row: int) -> bool:
    """Return if a line is in this row."""
    for column in range(len(board)):
        if is_line(board, piece, (column, row), (1, 0)):
            return True
    return False


def check_win(board: list[str]) -> Optional[str]:
    """Return the winner."""
    win_1 = False
    win_2 = False
    for i in range(len(board)):
        if lines_from(board, PLAYER_1_PIECE, i, (0, 1)):
            win_1 = True
        elif lines_from(board, PLAYER_2_PIECE, i, (0, 1)):
            win_2 = True
        if line_in_row(board, PLAYER_1_PIECE, i):
            win_1 = True
        elif line_in_row(board, PLAYER_2_PIECE, i):
            win_2 = True
        for direction in [(1, 1), (1, -1)]:
            if lines_from(board, PLAYER_1_PIECE, i, direction):
                win_1 = True
            if lines_from(board, PLAYER_2_PIECE, i, direction):
                win_2 = True
    if win_1 and win_2:
        return BLANK_PIECE
    if win_1:
        return PLAYER_1_PIECE
    if win_2:
        return PLAYER_2_PIECE
    return None
