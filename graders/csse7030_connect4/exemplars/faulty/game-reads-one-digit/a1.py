def make_move(board: list[str], piece: str, action: str) -> bool:
    """Make the move."""
    column_index = int(action[1]) - 1
    if action[0].lower() == ADD_LETTER:
        return add_piece(board, piece, column_index)
    return remove_piece(board, column_index)
