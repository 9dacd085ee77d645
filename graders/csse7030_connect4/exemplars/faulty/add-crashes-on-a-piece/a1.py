def add_piece(board: list[str], piece: str, column_index: int) -> bool:
    """Drop <piece> onto the pieces in a column of <board>."""
    column = board[column_index]
    if is_column_full(column):
        print(FULL_COLUMN_MESSAGE)
        return False
    row = column.rfind(BLANK_PIECE)
    if row < len(column) - 1:
        row = len(column) - 1 - column_heights[column_index]
    board[column_index] = column[:row] + piece + column[row + 1:]
    return True
