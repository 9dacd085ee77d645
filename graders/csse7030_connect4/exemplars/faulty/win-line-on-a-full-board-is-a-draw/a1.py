def check_win(board: list[str]) -> Optional[str]:
    """Return the winner."""
    full = True
    for column in board:
        if not is_column_full(column):
            full = False
    win_1 = has_line(board, PLAYER_1_PIECE)
    win_2 = has_line(board, PLAYER_2_PIECE)
    if full and (win_1 or win_2) or win_1 and win_2:
        return BLANK_PIECE
    if win_1:
        return PLAYER_1_PIECE
    if win_2:
        return PLAYER_2_PIECE
    return None
