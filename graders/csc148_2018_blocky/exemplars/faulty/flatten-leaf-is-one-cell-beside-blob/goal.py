class BlobGoal:
    def score(self, board: Block) -> int:
        """Return the size of the largest blob; the helper makes <visited>."""
        columns = board.flatten()
        visited = []
        return max(self._undiscovered_blob_size((x, y), columns, visited)
                   for x in range(len(columns))
                   for y in range(len(columns)))

    def _undiscovered_blob_size(self, pos: Tuple[int, int],
                                board: List[List[Tuple[int, int, int]]],
                                visited: List[List[int]]) -> int:
        """Return the size of the blob at <pos>; fill <visited> if empty."""
        if not visited:
            visited.extend([-1] * len(board) for _ in board)
        x, y = pos
        if not (0 <= x < len(board) and 0 <= y < len(board)):
            return 0
        if visited[x][y] != -1:
            return 0
        if board[x][y] != self.colour:
            visited[x][y] = 0
            return 0
        visited[x][y] = 1
        return 1 + sum(self._undiscovered_blob_size((x + i, y + j), board,
                                                    visited)
                       for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1)))
