def is_line(board: list[str], piece: str, start: tuple[int, int], direction: tuple[int, int]) -> bool:
    """Return whether a winning line of <piece> starts at <start> and runs in <direction>.

    Both are given as (column, row). A line that leaves the board does not count.
    """
    column, row = start
    column_step, row_step = direction
    for _ in range(REQUIRED_WIN_LENGTH + 1):
        if not (0 <= column < len(board) and 0 <= row < len(board[column])):
            return False
        if board[column][row] != piece:
            return False
        column += column_step
        row += row_step
    return True
