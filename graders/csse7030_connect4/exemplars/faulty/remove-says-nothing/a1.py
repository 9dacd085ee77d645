def remove_piece(board: list[str], column_index: int) -> bool:
    """Remove a piece."""
    if is_column_empty(board[column_index]):
        return False
    board[column_index] = BLANK_PIECE + board[column_index][:-1]
    return True
