def _flatten(block: Block) -> List[List[Tuple[int, int, int]]]:
    """Return the colours of a block, column by column."""
    if hasattr(block, '_grid'):
        return block._grid
    side = 2 ** (block.max_depth - block.level)
    if not block.children:
        block._grid = [[block.colour] * side for _ in range(side)]
        return block._grid
    upper = _flatten(block.children[1]) + _flatten(block.children[0])
    lower = _flatten(block.children[2]) + _flatten(block.children[3])
    block._grid = [upper[i] + lower[i] for i in range(len(upper))]
    return block._grid
