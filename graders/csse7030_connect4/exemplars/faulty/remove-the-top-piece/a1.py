def remove_piece(board: list[str], column_index: int) -> bool:
    """Remove a piece."""
    column = board[column_index]
    if is_column_empty(column):
        print(EMPTY_COLUMN_MESSAGE)
        return False
    row = column.count(BLANK_PIECE)
    board[column_index] = column[:row] + BLANK_PIECE + column[row + 1:]
    return True
