def _get_block(block: Block, location: Tuple[int, int], level: int) -> \
        Optional[Block]:
    """Return the block at <level> that contains <location>."""
    if location[0] >= block.position[0] + block.size or \
            location[1] >= block.position[1] + block.size:
        return None
    if block.level >= level or not block.children:
        return block
    right = location[0] >= block.children[0].position[0]
    lower = location[1] >= block.children[2].position[1]
    if right:
        child = block.children[3] if lower else block.children[0]
    else:
        child = block.children[2] if lower else block.children[1]
    return _get_block(child, location, level)
