class BlobGoal:
    def _undiscovered_blob_size(self, pos: Tuple[int, int],
                                board: List[List[Tuple[int, int, int]]],
                                visited: List[List[int]]) -> int:
        """Return the size of the blob."""
        x, y = pos
        if x < 0 or y < 0 or x >= len(board) or y >= len(board):
            return 0
        if visited[x][y] != -1 or board[x][y] != self.colour:
            return 0
        visited[x][y] = 1
        return (1 + self._undiscovered_blob_size((x - 1, y), board, visited)
                + self._undiscovered_blob_size((x + 1, y), board, visited)
                + self._undiscovered_blob_size((x, y - 1), board, visited)
                + self._undiscovered_blob_size((x, y + 1), board, visited))

    def score(self, board: Block) -> int:
        """Return the score."""
        grid = board.flatten()
        best = 0
        visited = [[-1 for _ in grid] for _ in grid]
        for x in range(len(grid)):
            for y in range(len(grid)):
                if grid[x][y] == self.colour:
                    size = self._undiscovered_blob_size((x, y), grid, visited)
                    best = max(best, size)
        return best

    def description(self) -> str:
        """Return the description."""
        return 'blob'
