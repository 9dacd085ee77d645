def _flatten(block: Block) -> List[List[Tuple[int, int, int]]]:
    """Return <block> as a list of lists of colours."""
    if len(block.children) == 0:
        side = 2 ** (block.max_depth - block.level)
        return [[block.colour] * side for _ in range(side)]
    ne, nw, sw, se = [_flatten(child) for child in block.children]
    upper = [nw[i] + ne[i] for i in range(len(nw))]
    lower = [sw[i] + se[i] for i in range(len(sw))]
    return upper + lower
