def _flatten(block: Block) -> List[List[Tuple[int, int, int]]]:
    """Return <block> as a list of columns of colours."""
    if not block.children:
        side = 2 ** (block.max_depth - block.level)
        return [[block.colour] * side] * side
    flat = []
    for upper, lower in [(1, 2), (0, 3)]:
        top = _flatten(block.children[upper])
        bottom = _flatten(block.children[lower])
        for i in range(len(top)):
            flat.append(top[i] + bottom[i])
    return flat


class PerimeterGoal(Goal):
    def score(self, board: Block) -> int:
        """Return how much of the border has this goal's colour."""
        flat = _flatten(board)
        n = len(flat)
        if n == 1:
            return 2 if flat[0][0] == self.colour else 0
        score = 0
        for i in range(n):
            for j in range(n):
                if flat[i][j] == self.colour:
                    if i == 0 or i == n - 1:
                        score += 1
                    if j == 0 or j == n - 1:
                        score += 1
        return score
