def _block_to_squares(board: Block) -> List[Tuple[Tuple[int, int, int], Tuple[int, int], int]]:
    """Return the squares of <board>."""
    blocks = [board]
    for _ in range(3):
        blocks = [inner for block in blocks for inner in block.children or [block]]
    return [(block.colour, block.position, block.size) for block in blocks]
