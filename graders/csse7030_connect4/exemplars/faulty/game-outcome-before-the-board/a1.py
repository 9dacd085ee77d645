def play_game() -> None:
    """Play one game, until a player wins, both have lines, or a player quits."""
    board = generate_initial_board()
    piece = PLAYER_1_PIECE
    outcome = None
    display_board(board)
    while outcome is None:
        if not take_turn(board, piece):
            return
        outcome = check_win(board)
        if outcome is not None:
            print_outcome(outcome)
        display_board(board)
        piece = other_piece(piece)
