def _block_to_squares(board: Block) -> List[Tuple[Tuple[int, int, int], Tuple[int, int], int]]:
    """Return the squares of <board>."""
    squares = []
    for child in board.children or [board]:
        for inner in child.children or [child]:
            squares.append((inner.colour, inner.position, inner.size))
    return squares
