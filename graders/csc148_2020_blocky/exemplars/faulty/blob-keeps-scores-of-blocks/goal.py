class BlobGoal(Goal):
    def score(self, board: Block) -> int:
        """Return the size of the largest blob of this colour."""
        if not hasattr(self, '_scores'):
            self._scores = []
        for known, size in self._scores:
            if known is board:
                return size
        columns = _flatten(board)
        visited = [[-1] * len(columns) for _ in columns]
        size = max(self._undiscovered_blob_size((x, y), columns, visited)
                   for x in range(len(columns)) for y in range(len(columns)))
        self._scores.append((board, size))
        return size
