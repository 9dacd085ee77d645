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
        full = True
        for column in board:
            full = full and is_column_full(column)
        if not full:
            outcome = check_win(board)
        piece = other_piece(piece)
    print_outcome(outcome)
