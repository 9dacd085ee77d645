class BlobGoal(Goal):
    def _undiscovered_blob_size(self, pos: Tuple[int, int],
                                board: List[List[Tuple[int, int, int]]],
                                visited: List[List[int]]) -> int:
        """Return the size of the undiscovered blob at <pos>."""
        x, y = pos
        if x < 0 or y < 0 or x >= len(board) or y >= len(board):
            return 0
        if visited[x][y] != -1:
            return 0
        if board[x][y] != self.colour:
            visited[x][y] = 0
            return 0
        visited[x][y] = 1
        self._undiscovered_blob_size((x - 1, y), board, visited)
        self._undiscovered_blob_size((x + 1, y), board, visited)
        self._undiscovered_blob_size((x, y - 1), board, visited)
        self._undiscovered_blob_size((x, y + 1), board, visited)
        return sum([column.count(1) for column in visited])
