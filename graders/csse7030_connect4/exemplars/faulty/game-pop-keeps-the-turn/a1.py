def play_game() -> None:
    """Play one game, until a player wins, both have lines, or a player quits."""
    board = generate_initial_board()
    display_board(board)
    piece = PLAYER_1_PIECE
    outcome = None
    while outcome is None:
        pieces = 0
        for column in board:
            pieces += len(column) - column.count(BLANK_PIECE)
        if not take_turn(board, piece):
            return
        display_board(board)
        outcome = check_win(board)
        for column in board:
            pieces -= len(column) - column.count(BLANK_PIECE)
        if pieces < 0:
            piece = other_piece(piece)
    print_outcome(outcome)
