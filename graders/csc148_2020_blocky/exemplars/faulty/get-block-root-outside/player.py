def _get_block(block: Block, location: Tuple[int, int], level: int) -> \
        Optional[Block]:
    """Return the block at <level> that contains <location>."""
    if block.level == level:
        return block
    for child in block.children:
        x, y = child.position
        if x <= location[0] < x + child.size and \
                y <= location[1] < y + child.size:
            return _get_block(child, location, level)
    return block
