class BlobGoal:
    def score(self, board: Block) -> int:
        """Return the score."""
        columns = board.flatten()
        side = range(len(columns))
        if not hasattr(self, '_visited'):
            self._visited = [[-1 for _ in side] for _ in side]
        return max(self._undiscovered_blob_size((x, y), columns, self._visited)
                   for x in side for y in side)
