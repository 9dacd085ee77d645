def is_column_full(board: list[str], column_index: int) -> bool:
    """Return whether that column has no room for another piece."""
    return BLANK_PIECE not in board[column_index]


def add_piece(board: list[str], piece: str, column_index: int) -> bool:
    """Drop <piece> onto the pieces in a column of <board>."""
    if is_column_full(board, column_index):
        print(FULL_COLUMN_MESSAGE)
        return False
    column = board[column_index]
    row = column.rfind(BLANK_PIECE)
    board[column_index] = column[:row] + piece + column[row + 1:]
    return True
