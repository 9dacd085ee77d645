def _flatten(block: Block) -> List[List[Tuple[int, int, int]]]:
    """Return <block> as a list of columns of colours."""
    if len(block.children) == 0:
        return [[block.colour]]
    grids = [_flatten(child) for child in block.children]
    result = []
    for i in range(len(grids[1])):
        result.append(grids[1][i] + grids[2][i])
    for i in range(len(grids[0])):
        result.append(grids[0][i] + grids[3][i])
    return result
