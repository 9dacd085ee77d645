class BlobGoal(Goal):
    def score(self, board: Block) -> int:
        """Return the size of the largest blob on <board>."""
        flat = _flatten(board)
        best = 0
        for i in range(len(flat)):
            for j in range(len(flat)):
                blob = self._reach(i, j, flat, [])
                if len(blob) > best:
                    best = len(blob)
        return best

    def _reach(self, i: int, j: int, flat: List[List[Tuple[int, int, int]]],
               path: List[Tuple[int, int]]) -> set:
        """Return all cells that can be reached from (i, j) off <path>."""
        if not (0 <= i < len(flat) and 0 <= j < len(flat)):
            return set()
        if flat[i][j] != self.colour or (i, j) in path:
            return set()
        cells = {(i, j)}
        for step in [(i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)]:
            cells |= self._reach(step[0], step[1], flat, path + [(i, j)])
        return cells
