class BlobGoal:
    def score(self, board: Block) -> int:
        """Return the score."""
        grid = board.flatten()
        visited = [[-1 for _ in grid] for _ in grid]
        total = 0
        for x in range(len(grid)):
            for y in range(len(grid)):
                total += self._undiscovered_blob_size((x, y), grid, visited)
        return total
