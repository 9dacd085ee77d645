def play_game() -> None:
    """Play a game."""
    board = generate_initial_board()
    display_board(board)
    piece = PLAYER_1_PIECE
    outcome = None
    while outcome is None:
        if not take_turn(board, piece):
            exit()
        display_board(board)
        outcome = check_win(board)
        piece = other_piece(piece)
    print_outcome(outcome)
