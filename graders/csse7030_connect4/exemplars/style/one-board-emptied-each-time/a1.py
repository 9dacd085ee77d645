BOARD = []


def generate_initial_board() -> list[str]:
    """Return the board, without pieces."""
    BOARD.clear()
    for _ in range(BOARD_SIZE):
        BOARD.append(BLANK_PIECE * BOARD_SIZE)
    return BOARD
