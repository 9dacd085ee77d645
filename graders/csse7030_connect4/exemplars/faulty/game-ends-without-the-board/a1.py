def play_game() -> None:
    """Play a game."""
    board = generate_initial_board()
    piece = PLAYER_1_PIECE
    outcome = None
    while outcome is None:
        display_board(board)
        if not take_turn(board, piece):
            return
        outcome = check_win(board)
        piece = other_piece(piece)
    print_outcome(outcome)
