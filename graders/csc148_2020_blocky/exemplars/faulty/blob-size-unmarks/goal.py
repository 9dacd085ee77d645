class BlobGoal(Goal):
    def _undiscovered_blob_size(self, pos: Tuple[int, int],
                                board: List[List[Tuple[int, int, int]]],
                                visited: List[List[int]]) -> int:
        """Return the size of the undiscovered blob at <pos>."""
        x, y = pos
        if x < 0 or y < 0 or x >= len(board) or y >= len(board):
            return 0
        size = 0
        if visited[x][y] == -1:
            if board[x][y] == self.colour:
                visited[x][y] = 1
                size = 1
                for dx, dy in [(1, 0), (0, 1), (-1, 0), (0, -1)]:
                    size += self._undiscovered_blob_size((x + dx, y + dy),
                                                         board, visited)
            visited[x][y] = 0
        return size
