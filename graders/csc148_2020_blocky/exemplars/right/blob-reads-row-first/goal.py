class BlobGoal(Goal):
    def score(self, board: Block) -> int:
        """Return the size of the largest blob on <board>."""
        flat = _flatten(board)
        n = len(flat)
        visited = [[-1] * n for _ in range(n)]
        largest = 0
        for row in range(n):
            for column in range(n):
                size = self._undiscovered_blob_size((row, column), flat,
                                                    visited)
                largest = max(size, largest)
        return largest

    def _undiscovered_blob_size(self, pos: Tuple[int, int],
                                board: List[List[Tuple[int, int, int]]],
                                visited: List[List[int]]) -> int:
        """Return the size of the undiscovered blob at <pos>."""
        row, column = pos
        n = len(board)
        if row not in range(n) or column not in range(n):
            return 0
        if visited[column][row] != -1:
            return 0
        if board[column][row] != self.colour:
            visited[column][row] = 0
            return 0
        visited[column][row] = 1
        size = 1
        for new in [(row - 1, column), (row + 1, column),
                    (row, column - 1), (row, column + 1)]:
            if new[0] in range(n) and new[1] in range(n) and \
                    board[new[1]][new[0]] == self.colour:
                size += self._undiscovered_blob_size(new, board, visited)
        return size
