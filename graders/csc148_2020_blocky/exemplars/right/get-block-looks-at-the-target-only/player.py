def _get_block(block: Block, location: Tuple[int, int], level: int) -> \
        Optional[Block]:
    """Return the block at a place."""
    x, y = location
    if block.level < level and block.children:
        for child in block.children:
            found = _get_block(child, location, level)
            if found is not None:
                return found
        return None
    left, top = block.position
    if left <= x < left + block.size and top <= y < top + block.size:
        return block
    return None
