def play_game() -> None:
    """Play a game."""
    board = generate_initial_board()
    display_board(board)
    piece = PLAYER_1_PIECE
    outcome = None
    while outcome is None:
        if not take_turn(board, piece):
            return
        display_board(board)
        outcome = check_win(board)
        full = True
        for column in board:
            if not is_column_full(column):
                full = False
        if outcome is None and full:
            outcome = BLANK_PIECE
        piece = other_piece(piece)
    print_outcome(outcome)
