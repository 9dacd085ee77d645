def remove_piece(board: list[str], column_index: int) -> bool:
    """Remove the bottom piece of a column of <board>."""
    if is_column_empty(board[column_index]):
        print(EMPTY_COLUMN_MESSAGE)
        return False
    board[column_index] = BLANK_PIECE + columns[:-1]
    return True
