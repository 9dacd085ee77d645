board = []
turn = 0


def play_game() -> None:
    """Play a game."""
    global board, turn
    board = generate_initial_board()
    turn = 0
    display_board(board)
    while True:
        mover = [PLAYER_1_PIECE, PLAYER_2_PIECE][turn % 2]
        if not take_turn(board, mover):
            return None
        display_board(board)
        winner = check_win(board)
        if winner is not None:
            print_outcome(winner)
            break
        turn += 1
