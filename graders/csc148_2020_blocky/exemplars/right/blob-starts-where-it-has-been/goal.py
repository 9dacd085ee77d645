class BlobGoal(Goal):
    def score(self, board: Block) -> int:
        """Return the size of the largest blob on <board>."""
        flat = _flatten(board)
        visited = []
        for column in flat:
            visited.append([-1] * len(column))
        best = 0
        for x in range(len(flat)):
            for y in range(len(flat)):
                if visited[x][y] == -1:
                    new = self._undiscovered_blob_size((x, y), flat, visited)
                    if new > best:
                        best = new
        return best

    def _undiscovered_blob_size(self, pos: Tuple[int, int],
                                board: List[List[Tuple[int, int, int]]],
                                visited: List[List[int]]) -> int:
        """Return the size of the undiscovered blob at <pos>."""
        x, y = pos
        if not 0 <= x < len(board) or not 0 <= y < len(board):
            return 0
        if board[x][y] != self.colour:
            visited[x][y] = 0
            return 0
        visited[x][y] = 1
        size = 1
        for i, j in [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]:
            if 0 <= i < len(board) and 0 <= j < len(board) and \
                    visited[i][j] == -1:
                size += self._undiscovered_blob_size((i, j), board, visited)
        return size
