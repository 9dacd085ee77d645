def _get_block(block: Block, location: Tuple[int, int], level: int) -> \
        Optional[Block]:
    """Return the block at <level> that contains <location>."""
    x, y = block.position
    if not (x <= location[0] < x + block.size
            and y <= location[1] < y + block.size):
        return None
    if block.level < level:
        for child in block.children:
            found = _get_block(child, location, level)
            if found is not None:
                return found
    return block.create_copy()
