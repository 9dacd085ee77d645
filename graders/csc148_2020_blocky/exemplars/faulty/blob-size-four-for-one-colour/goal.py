class BlobGoal(Goal):
    def _undiscovered_blob_size(self, pos: Tuple[int, int],
                                board: List[List[Tuple[int, int, int]]],
                                visited: List[List[int]]) -> int:
        """Return the size of the blob."""
        x, y = pos
        if not (0 <= x < len(board) and 0 <= y < len(board)):
            return 0
        if visited[x][y] != -1:
            return 0
        if all(cell == self.colour for line in board for cell in line) \
                and all(mark == -1 for line in visited for mark in line):
            for line in visited:
                line[:] = [1] * len(line)
            return 4
        if board[x][y] != self.colour:
            visited[x][y] = 0
            return 0
        visited[x][y] = 1
        return 1 + sum(
            self._undiscovered_blob_size(place, board, visited)
            for place in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)])
