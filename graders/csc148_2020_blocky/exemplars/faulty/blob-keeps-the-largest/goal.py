class BlobGoal(Goal):
    def score(self, board: Block) -> int:
        """Return the size of the largest blob of this colour."""
        columns = _flatten(board)
        visited = [[-1] * len(columns) for _ in columns]
        sizes = [self._undiscovered_blob_size((x, y), columns, visited)
                 for x in range(len(columns)) for y in range(len(columns))]
        self._best = max(sizes + [getattr(self, '_best', 0)])
        return self._best
