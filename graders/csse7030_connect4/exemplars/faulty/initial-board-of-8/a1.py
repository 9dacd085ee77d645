def generate_initial_board() -> list[str]:
    """Return the initial board."""
    board = []
    for i in range(8):
        board.append(BLANK_PIECE * 8)
    return board
