def add_piece(board: list[str], piece: str, column_index: int) -> bool:
    """Drop <piece> onto the pieces in a column of <board>."""
    column = boards[column_index]
    if is_column_full(column):
        print(FULL_COLUMN_MESSAGE)
        return False
    row = column.rfind(BLANK_PIECE)
    board[column_index] = column[:row] + piece + column[row + 1:]
    return True
