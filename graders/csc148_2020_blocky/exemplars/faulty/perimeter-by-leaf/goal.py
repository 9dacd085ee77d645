class PerimeterGoal(Goal):
    def score(self, board: Block) -> int:
        """Return how many blocks on the border have this goal's colour."""
        return self._count(board, board)

    def _count(self, block: Block, board: Block) -> int:
        """Return how many sides of <board> the leaves of <block> touch."""
        if block.children:
            return sum([self._count(child, board) for child in block.children])
        if block.colour != self.colour:
            return 0
        score = 0
        for i in range(2):
            if block.position[i] == board.position[i]:
                score += 1
            if block.position[i] + block.size == \
                    board.position[i] + board.size:
                score += 1
        return score
