def play_game() -> None:
    """Play one game; nobody can have a line before the seventh move."""
    board = generate_initial_board()
    display_board(board)
    piece = PLAYER_1_PIECE
    turns = 0
    outcome = None
    while outcome is None:
        if not take_turn(board, piece):
            return
        turns += 1
        display_board(board)
        if turns >= 2 * REQUIRED_WIN_LENGTH - 1:
            outcome = check_win(board)
        piece = other_piece(piece)
    print_outcome(outcome)
