class BlobGoal(Goal):
    def score(self, board: Block) -> int:
        """Return the size of the largest blob on <board>."""
        flat = _flatten(board)
        visited = [[-1 for _ in flat] for _ in flat]
        sizes = []
        for i in range(len(flat)):
            for j in range(len(flat)):
                if flat[i][j] == self.colour:
                    sizes.append(self._undiscovered_blob_size((i, j), flat,
                                                              visited))
        return max(sizes)
