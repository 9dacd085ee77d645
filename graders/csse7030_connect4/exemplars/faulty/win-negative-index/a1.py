def is_line(board: list[str], piece: str, start: tuple[int, int], direction: tuple[int, int]) -> bool:
    """Return if a line of this player's begins here."""
    column, row = start
    column_step, row_step = direction
    try:
        for _ in range(REQUIRED_WIN_LENGTH):
            if board[column][row] != piece:
                return False
            column += column_step
            row += row_step
    except IndexError:
        return False
    return True
