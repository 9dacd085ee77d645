def play_game() -> None:
    """Play games, as long as the players want."""
    again = 'y'
    while again in YES_ANSWERS:
        board = generate_initial_board()
        display_board(board)
        piece = PLAYER_1_PIECE
        outcome = None
        while outcome is None and take_turn(board, piece):
            display_board(board)
            outcome = check_win(board)
            piece = other_piece(piece)
        if outcome is not None:
            print_outcome(outcome)
        again = input(CONTINUE_MESSAGE)


def main() -> None:
    """Play."""
    play_game()
