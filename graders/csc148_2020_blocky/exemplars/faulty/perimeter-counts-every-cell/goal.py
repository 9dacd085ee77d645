class PerimeterGoal(Goal):
    def score(self, board: Block) -> int:
        """Return how many cells have this goal's colour, corners twice."""
        cells = _flatten(board)
        score = sum([column.count(self.colour) for column in cells])
        for column in (cells[0], cells[-1]):
            for cell in (column[0], column[-1]):
                if cell == self.colour:
                    score += 1
        return score
