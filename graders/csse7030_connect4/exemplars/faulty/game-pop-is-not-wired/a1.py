def make_move(board: list[str], piece: str, action: str) -> bool:
    """Make the move."""
    if action[0].lower() == ADD_LETTER:
        return add_piece(board, piece, int(action[1:]) - 1)
    return False
