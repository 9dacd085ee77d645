class BlobGoal:
    def _undiscovered_blob_size(self, pos: Tuple[int, int],
                                board: List[List[Tuple[int, int, int]]],
                                visited: List[List[int]]) -> int:
        """Return the size of the blob."""
        x, y = pos
        if not (0 <= x < len(board) and 0 <= y < len(board)):
            return 0
        if visited[x][y] != -1:
            return 0
        if board[x][y] != self.colour:
            visited[x][y] = 0
            return 0
        visited[x][y] = 1
        size = 1
        for i in [x - 1, x, x + 1]:
            for j in [y - 1, y, y + 1]:
                size += self._undiscovered_blob_size((i, j), board, visited)
        return size
