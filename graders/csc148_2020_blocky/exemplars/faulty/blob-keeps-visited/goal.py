class BlobGoal(Goal):
    def score(self, board: Block) -> int:
        """Return the size of the largest blob of this colour."""
        columns = _flatten(board)
        if not hasattr(self, '_visited'):
            self._visited = [[-1] * len(columns) for _ in columns]
        return max(self._undiscovered_blob_size((x, y), columns, self._visited)
                   for x in range(len(columns)) for y in range(len(columns)))
