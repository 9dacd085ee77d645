def check_win(board: list[str]) -> Optional[str]:
    """Return the winner."""
    win_1 = has_line(board, PLAYER_1_PIECE)
    win_2 = has_line(board, PLAYER_2_PIECE)
    if win_1 and not win_2:
        return PLAYER_1_PIECE
    if win_2 and not win_1:
        return PLAYER_2_PIECE
    if win_1 and win_2:
        return BLANK_PIECE
    for column in board:
        if not is_column_full(column):
            return None
    return BLANK_PIECE
