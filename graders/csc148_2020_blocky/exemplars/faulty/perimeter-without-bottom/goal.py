class PerimeterGoal(Goal):
    def score(self, board: Block) -> int:
        """Return how much of the border has this goal's colour."""
        flat = _flatten(board)
        score = 0
        for i in range(len(flat)):
            if flat[i][0] == self.colour:
                score += 1
            if flat[0][i] == self.colour:
                score += 1
            if flat[len(flat) - 1][i] == self.colour:
                score += 1
        return score
