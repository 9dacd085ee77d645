from renderer import BOARD_WIDTH


def _random_block(board: Block) -> Block:
    """Return a block at a random place of the window's board."""
    place = (random.randint(0, BOARD_WIDTH) * board.size / BOARD_WIDTH,
             random.randint(0, BOARD_WIDTH) * board.size / BOARD_WIDTH)
    return board.get_selected_block(place, random.randint(0, board.max_depth))
