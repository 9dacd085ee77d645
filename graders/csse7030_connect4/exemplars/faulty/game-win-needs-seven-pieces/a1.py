def play_game() -> None:
    """Play one game."""
    board = generate_initial_board()
    display_board(board)
    piece = PLAYER_1_PIECE
    outcome = None
    while outcome is None:
        if not take_turn(board, piece):
            return
        display_board(board)
        if sum(len(column) - column.count(BLANK_PIECE) for column in board) >= 7:
            outcome = check_win(board)
        piece = other_piece(piece)
    print_outcome(outcome)
