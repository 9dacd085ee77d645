class PerimeterGoal:
    def score(self, board: Block) -> int:
        """Return the score."""
        grid = board.flatten()
        last = len(grid) - 1
        score = 0
        for x in range(len(grid)):
            for y in range(len(grid)):
                if (x in [0, last] or y in [0, last]) \
                        and grid[x][y] == self.colour:
                    score += 1
        return score
