def _block_to_squares(board: Block) -> List[Tuple[Tuple[int, int, int],
                                                  Tuple[int, int], int]]:
    """Return the squares of <board>."""
    squares = [(board.colour, board.position, board.size)]
    for child in board.children:
        squares += _block_to_squares(child)
    return squares
