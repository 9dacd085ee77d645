class BlobGoal(Goal):
    def _undiscovered_blob_size(self, pos: Tuple[int, int],
                                board: List[List[Tuple[int, int, int]]],
                                visited: List[List[int]]) -> int:
        """Return the size of the undiscovered blob at <pos>."""
        x, y = pos
        if not 0 <= x < len(board) and not 0 <= y < len(board):
            return 0
        if visited[x][y] != -1:
            return 0
        if board[x][y] != self.colour:
            visited[x][y] = 0
            return 0
        visited[x][y] = 1
        size = 1
        for new in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]:
            size += self._undiscovered_blob_size(new, board, visited)
        return size
