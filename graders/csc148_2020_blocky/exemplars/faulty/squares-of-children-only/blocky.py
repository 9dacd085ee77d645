def _block_to_squares(board: Block) -> List[Tuple[Tuple[int, int, int],
                                                  Tuple[int, int], int]]:
    """Return the squares of <board>."""
    squares = []
    for child in board.children:
        if child.children:
            squares.extend(_block_to_squares(child))
        else:
            squares.append((child.colour, child.position, child.size))
    return squares
