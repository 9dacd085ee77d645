def add_piece(board: list[str], piece: str, column_index: int) -> bool:
    """Add a piece."""
    column = board[column_index]
    if is_column_full(column):
        print(FULL_COLUMN_MESSAGE)
        return False
    row = column.find(BLANK_PIECE)
    board[column_index] = column[:row] + piece + column[row + 1:]
    return True
