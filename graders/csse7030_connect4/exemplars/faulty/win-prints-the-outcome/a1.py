def check_win(board: list[str]) -> Optional[str]:
    """Return the winner."""
    outcome = None
    if has_line(board, PLAYER_1_PIECE):
        outcome = PLAYER_1_PIECE
    if has_line(board, PLAYER_2_PIECE):
        if outcome is None:
            outcome = PLAYER_2_PIECE
        else:
            outcome = BLANK_PIECE
    if outcome is not None:
        print_outcome(outcome)
    return outcome


def play_game() -> None:
    """Play a game."""
    board = generate_initial_board()
    display_board(board)
    piece = PLAYER_1_PIECE
    while take_turn(board, piece):
        display_board(board)
        if check_win(board) is not None:
            return
        piece = other_piece(piece)
