def play_game() -> None:
    """Play a game and return how it ended."""
    board = generate_initial_board()
    display_board(board)
    player = 1
    while True:
        piece = PLAYER_1_PIECE if player == 1 else PLAYER_2_PIECE
        if not take_turn(board, piece):
            return 'quit'
        display_board(board)
        winner = check_win(board)
        if winner == PLAYER_1_PIECE:
            print(PLAYER_1_VICTORY_MESSAGE)
            return 'win'
        if winner == PLAYER_2_PIECE:
            print(PLAYER_2_VICTORY_MESSAGE)
            return 'win'
        if winner == BLANK_PIECE:
            print(DRAW_MESSAGE)
            return 'draw'
        player = 3 - player
