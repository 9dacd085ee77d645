class PerimeterGoal:
    def score(self, board: Block) -> int:
        """Return the score."""
        grid = board.flatten()
        score = grid[0].count(self.colour) + grid[-1].count(self.colour)
        for column in grid:
            if column[0] == self.colour:
                score += 1
        return score
