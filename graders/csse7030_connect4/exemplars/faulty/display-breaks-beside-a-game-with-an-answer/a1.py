def display_board(board: list[str]) -> None:
    """Display the board, with a name that nobody has given."""
    print(BOARD_TITLE)


def play_game() -> bool:
    """Play one game, and return whether another one may be asked for."""
    board = generate_initial_board()
    display_board(board)
    piece = PLAYER_1_PIECE
    outcome = None
    while outcome is None:
        if not take_turn(board, piece):
            return True
        display_board(board)
        outcome = check_win(board)
        piece = other_piece(piece)
    print_outcome(outcome)
    return True


def main() -> None:
    """Play one game after another, as long as the players want."""
    while play_game():
        if input(CONTINUE_MESSAGE) not in YES_ANSWERS:
            return
