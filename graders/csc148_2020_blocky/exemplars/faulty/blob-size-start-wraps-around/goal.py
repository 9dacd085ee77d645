class BlobGoal(Goal):
    def _undiscovered_blob_size(self, pos: Tuple[int, int],
                                board: List[List[Tuple[int, int, int]]],
                                visited: List[List[int]]) -> int:
        """Return the size of the undiscovered blob at <pos>."""
        x, y = pos
        if x >= len(board) or y >= len(board) or visited[x][y] != -1:
            return 0
        if board[x][y] != self.colour:
            visited[x][y] = 0
            return 0
        visited[x][y] = 1
        size = 1
        if x > 0:
            size += self._undiscovered_blob_size((x - 1, y), board, visited)
        if y > 0:
            size += self._undiscovered_blob_size((x, y - 1), board, visited)
        size += self._undiscovered_blob_size((x + 1, y), board, visited)
        size += self._undiscovered_blob_size((x, y + 1), board, visited)
        return size
