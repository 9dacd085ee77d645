def add_piece(board: list[str], piece: str, column_index: int) -> bool:
    """Add a piece."""
    column = board[column_index]
    if is_column_full(column):
        print(FULL_COLUMN_MESSAGE)
    else:
        row = column.rfind(BLANK_PIECE)
        board[column_index] = column[:row] + piece + column[row + 1:]


def remove_piece(board: list[str], column_index: int) -> bool:
    """Remove a piece."""
    column = board[column_index]
    if is_column_empty(column):
        print(EMPTY_COLUMN_MESSAGE)
    else:
        board[column_index] = BLANK_PIECE + column[:-1]


def make_move(board: list[str], piece: str, action: str) -> bool:
    """Make the move."""
    column_index = int(action[1:]) - 1
    allowed = not is_column_full(board[column_index])
    if action[0].lower() == REMOVE_LETTER:
        allowed = not is_column_empty(board[column_index])
        remove_piece(board, column_index)
    else:
        add_piece(board, piece, column_index)
    return allowed
