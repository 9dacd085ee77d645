def _colour_at(block: Block, x: float, y: float) -> Tuple[int, int, int]:
    """Return the colour that <block> has at pixel (x, y)."""
    for child in block.children:
        if child.position[0] <= x < child.position[0] + child.size and \
                child.position[1] <= y < child.position[1] + child.size:
            return _colour_at(child, x, y)
    return block.colour


def _flatten(block: Block) -> List[List[Tuple[int, int, int]]]:
    """Return <block> as a list of columns of colours."""
    n = 2 ** (block.max_depth - block.level)
    cell = block.size / n
    x, y = block.position
    return [[_colour_at(block, x + (i + 0.5) * cell, y + (j + 0.5) * cell)
             for j in range(n)] for i in range(n)]


class PerimeterGoal(Goal):
    def score(self, board: Block) -> int:
        """Return how much of the border has this goal's colour."""
        return sum([self._sides(leaf, board) for leaf in _leaves(board)])

    def _sides(self, leaf: Block, board: Block) -> int:
        """Return how many cells <leaf> adds to the four sides of <board>."""
        if leaf.colour != self.colour:
            return 0
        touching = 0
        for i in (0, 1):
            start, end = leaf.position[i], leaf.position[i] + leaf.size
            if abs(start - board.position[i]) < 1:
                touching += 1
            if end >= board.position[i] + board.size:
                touching += 1
        return touching * 2 ** (leaf.max_depth - leaf.level)


def _leaves(block: Block) -> List[Block]:
    """Return the leaves of <block>."""
    if not block.children:
        return [block]
    leaves = []
    for child in block.children:
        leaves += _leaves(child)
    return leaves
