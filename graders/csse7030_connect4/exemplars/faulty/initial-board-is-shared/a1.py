EMPTY_BOARD = [BLANK_PIECE * BOARD_SIZE] * BOARD_SIZE


def generate_initial_board() -> list[str]:
    """Return the initial board."""
    return EMPTY_BOARD
