def count_pieces(board: list[str]) -> int:
    """Return how many pieces are on the board."""
    return len("".join(board).replace(BLANK_PIECE, ""))


def play_game() -> None:
    """Play a game."""
    board = generate_initial_board()
    display_board(board)
    piece = PLAYER_1_PIECE
    outcome = None
    while outcome is None:
        before = count_pieces(board)
        if not take_turn(board, piece):
            return
        display_board(board)
        if count_pieces(board) > before:
            outcome = check_win(board)
        piece = other_piece(piece)
    print_outcome(outcome)
