def make_move(board: list[str], piece: str, action: str) -> bool:
    """Make the move."""
    column_index = int(action[1:]) - 1
    if action[0].lower() == ADD_LETTER:
        return add_piece(board, piece, column_index)
    if board[column_index][-1] == other_piece(piece):
        print(EMPTY_COLUMN_MESSAGE)
        return False
    return remove_piece(board, column_index)
