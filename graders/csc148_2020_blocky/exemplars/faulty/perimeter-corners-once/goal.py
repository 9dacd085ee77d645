class PerimeterGoal(Goal):
    def score(self, board: Block) -> int:
        """Return how many cells on the border have this goal's colour."""
        flat = _flatten(board)
        last = len(flat) - 1
        score = 0
        for i in range(len(flat)):
            for j in range(len(flat)):
                if flat[i][j] == self.colour and \
                        (i in (0, last) or j in (0, last)):
                    score += 1
        return score
