def _flatten(block: Block) -> List[List[Tuple[int, int, int]]]:
    """Return <block> as a list of columns of colours."""
    n = 2 ** (block.max_depth - block.level)
    unit = block.size / n
    x, y = block.position
    cells = {}
    _collect(block, unit, cells)
    return [[cells[(int(x + i * unit), int(y + j * unit))]
             for j in range(n)] for i in range(n)]


def _collect(block: Block, unit: float, cells: dict) -> None:
    """Note the colour of <block> for the position of each unit cell in it."""
    for child in block.children:
        _collect(child, unit, cells)
    if not block.children:
        n = 2 ** (block.max_depth - block.level)
        for i in range(n):
            for j in range(n):
                spot = (block.position[0] + int(i * unit),
                        block.position[1] + int(j * unit))
                cells[spot] = block.colour
