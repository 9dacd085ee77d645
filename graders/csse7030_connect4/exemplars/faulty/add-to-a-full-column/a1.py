def add_piece(board: list[str], piece: str, column_index: int) -> bool:
    """Add a piece."""
    column = board[column_index]
    row = column.rfind(BLANK_PIECE)
    board[column_index] = column[:row] + piece + column[row + 1:]
    return True
