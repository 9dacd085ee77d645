class PerimeterGoal:
    _total = 0

    def score(self, board: Block) -> int:
        """Return the score."""
        columns = board.flatten()
        rows = list(zip(*columns))
        for side in (columns[0], columns[-1], rows[0], rows[-1]):
            self._total += side.count(self.colour)
        return self._total
