def _block_to_squares(board: Block) -> List[Tuple[Tuple[int, int, int],
                                                  Tuple[int, int], int]]:
    """Return the squares of <board>, from the last to the first."""
    to_do = [board]
    squares = []
    while to_do:
        block = to_do.pop()
        if block.children:
            to_do.extend(block.children)
        else:
            squares.append((block.colour, block.position, block.size))
    return squares
