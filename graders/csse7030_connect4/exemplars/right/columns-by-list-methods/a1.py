def is_column_full(column: str) -> bool:
    """Return True if the top of the column is taken."""
    return column[0] != BLANK_PIECE


def is_column_empty(column: str) -> bool:
    """Return True if the bottom of the column is free."""
    return column[-1] == BLANK_PIECE


def add_piece(board: list[str], piece: str, column_index: int) -> bool:
    """Add a piece on top of a column."""
    cells = list(board[column_index])
    for row in reversed(range(len(cells))):
        if cells[row] == BLANK_PIECE:
            cells[row] = piece
            board.pop(column_index)
            board.insert(column_index, ''.join(cells))
            return True
    print(FULL_COLUMN_MESSAGE)
    return False


def remove_piece(board: list[str], column_index: int) -> bool:
    """Remove the piece at the bottom of a column."""
    cells = list(board[column_index])
    if is_column_empty(board[column_index]):
        print(EMPTY_COLUMN_MESSAGE)
        return False
    cells.pop()
    cells.insert(0, BLANK_PIECE)
    board[column_index] = ''.join(cells)
    return True
