def count_pieces(column: str) -> int:
    """Return how many pieces are in the column."""
    return column.count(PLAYER_1_PIECE) + column.count(PLAYER_2_PIECE)


def is_column_full(column: str) -> bool:
    """Return True if the column is full."""
    return count_pieces(column) == BOARD_SIZE


def is_column_empty(column: str) -> bool:
    """Return True if the column is empty."""
    return count_pieces(column) == 0


def add_piece(board: list[str], piece: str, column_index: int) -> bool:
    """Add a piece above the first one from the top."""
    column = board[column_index]
    if is_column_full(column):
        print(FULL_COLUMN_MESSAGE)
        return False
    new_column = ''
    index = 0
    while index < len(column) and column[index] != PLAYER_1_PIECE and column[index] != PLAYER_2_PIECE:
        index += 1
    for i in range(len(column)):
        if i == index - 1:
            new_column += piece
        else:
            new_column += column[i]
    board[column_index] = new_column
    return True
