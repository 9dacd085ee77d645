from renderer import BOARD_WIDTH, BOARD_HEIGHT


def _random_block(board: Block) -> Block:
    """Return a block at any place of the window's board."""
    place = (random.randint(0, BOARD_WIDTH), random.randint(0, BOARD_HEIGHT))
    return board.get_selected_block(place, random.randint(0, board.max_depth))
