def add_piece(board: list[str], piece: str, column_index: int, row: int) -> bool:
    """Add a piece in the row."""
    column = board[column_index]
    if is_column_full(column):
        print(FULL_COLUMN_MESSAGE)
        return False
    board[column_index] = column[:row] + piece + column[row + 1:]
    return True


def make_move(board: list[str], piece: str, action: str) -> bool:
    """Make the move."""
    column_index = int(action[1:]) - 1
    if action[0].lower() == ADD_LETTER:
        return add_piece(board, piece, column_index, board[column_index].rfind(BLANK_PIECE))
    return remove_piece(board, column_index)
