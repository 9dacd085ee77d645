def play_game() -> None:
    """Play a game."""
    board = generate_initial_board()
    display_board(board)
    piece = PLAYER_1_PIECE
    while take_turn(board, piece):
        display_board(board)
        outcome = check_win(board)
        if outcome == BLANK_PIECE:
            print(DRAW_MESSAGE)
            return
        if outcome is not None:
            print_outcome(piece)
            return
        piece = other_piece(piece)
