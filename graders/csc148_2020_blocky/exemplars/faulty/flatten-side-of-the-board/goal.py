def _flatten(block: Block) -> List[List[Tuple[int, int, int]]]:
    """Return <block> as a list of columns of colours."""
    side = 2 ** block.max_depth
    columns = [[None] * side for _ in range(side)]
    _fill(block, columns, 0, 0, side)
    return columns


def _fill(block: Block, columns: List[List[Tuple[int, int, int]]], x: int,
          y: int, side: int) -> None:
    """Write the colours of <block> into <columns>, from cell (x, y) on."""
    if not block.children:
        for i in range(side):
            for j in range(side):
                columns[x + i][y + j] = block.colour
    else:
        half = side // 2
        corners = [(x + half, y), (x, y), (x, y + half), (x + half, y + half)]
        for child, corner in zip(block.children, corners):
            _fill(child, columns, corner[0], corner[1], half)
