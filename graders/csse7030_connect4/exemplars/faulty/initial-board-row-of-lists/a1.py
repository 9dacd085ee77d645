def generate_initial_board() -> list[str]:
    """Return the initial board."""
    board = []
    for i in range(BOARD_SIZE):
        board.append([BLANK_PIECE] * BOARD_SIZE)
    return board
