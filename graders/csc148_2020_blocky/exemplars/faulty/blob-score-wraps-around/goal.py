class BlobGoal(Goal):
    def score(self, board: Block) -> int:
        """Return the size of the largest blob on <board>."""
        flat = _flatten(board)
        seen = []
        best = 0
        for i in range(len(flat)):
            for j in range(len(flat)):
                best = max(best, self._grow(i, j, flat, seen))
        return best

    def _grow(self, i: int, j: int, flat: List[List[Tuple[int, int, int]]],
              seen: List[Tuple[int, int]]) -> int:
        """Return how many new cells are connected with cell (i, j)."""
        i, j = i % len(flat), j % len(flat)
        if (i, j) in seen or flat[i][j] != self.colour:
            return 0
        seen.append((i, j))
        return 1 + self._grow(i - 1, j, flat, seen) \
            + self._grow(i + 1, j, flat, seen) \
            + self._grow(i, j - 1, flat, seen) \
            + self._grow(i, j + 1, flat, seen)
