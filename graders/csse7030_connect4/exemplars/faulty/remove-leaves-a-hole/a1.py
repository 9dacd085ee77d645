def remove_piece(board: list[str], column_index: int) -> bool:
    """Remove the bottom piece of a column."""
    column = board[column_index]
    if is_column_empty(column):
        print(EMPTY_COLUMN_MESSAGE)
        return False
    board[column_index] = column[:-1] + BLANK_PIECE
    return True
