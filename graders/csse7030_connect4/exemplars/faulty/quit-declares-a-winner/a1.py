def play_game() -> None:
    """Play a game."""
    board = generate_initial_board()
    display_board(board)
    piece = PLAYER_1_PIECE
    outcome = None
    while outcome is None:
        if take_turn(board, piece):
            display_board(board)
            outcome = check_win(board)
            piece = other_piece(piece)
        else:
            display_board(board)
            outcome = other_piece(piece)
    print_outcome(outcome)
