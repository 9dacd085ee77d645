class PerimeterGoal(Goal):
    def score(self, board: Block) -> int:
        """Return the number of cells of this colour along the edge."""
        if not hasattr(self, '_total'):
            self._total = 0
        columns = _flatten(board)
        for side in [columns[0], columns[-1],
                     [column[0] for column in columns],
                     [column[-1] for column in columns]]:
            self._total += side.count(self.colour)
        return self._total
