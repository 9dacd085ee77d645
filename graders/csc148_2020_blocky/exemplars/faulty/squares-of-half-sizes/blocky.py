def _block_to_squares(board: Block) -> List[Tuple[Tuple[int, int, int],
                                                  Tuple[int, int], int]]:
    """Return the squares of a board."""
    return _squares_of_size(board, board.size)


def _squares_of_size(block: Block, size: int) -> list:
    """Return the squares of a block."""
    if not block.children:
        return [(block.colour, block.position, size)]
    found = []
    for child in block.children:
        found += _squares_of_size(child, size // 2)
    return found
