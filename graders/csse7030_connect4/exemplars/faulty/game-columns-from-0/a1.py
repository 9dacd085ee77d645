def make_move(board: list[str], piece: str, action: str) -> bool:
    """Add or remove a piece according to <action>; return whether it was possible.

    Precondition: check_input accepts <action>, which is a move
    """
    column_index = int(action[1:])
    if action[0].lower() == ADD_LETTER:
        return add_piece(board, piece, column_index)
    return remove_piece(board, column_index)
