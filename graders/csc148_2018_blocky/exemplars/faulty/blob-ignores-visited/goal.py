class BlobGoal:
    def _undiscovered_blob_size(self, pos: Tuple[int, int],
                                board: List[List[Tuple[int, int, int]]],
                                visited: List[List[int]]) -> int:
        """Return the size of the blob."""
        size = 0
        to_do, seen = [pos], set()
        while to_do:
            x, y = to_do.pop()
            if (x, y) in seen or not (0 <= x < len(board)
                                      and 0 <= y < len(board)):
                continue
            seen.add((x, y))
            visited[x][y] = 1 if board[x][y] == self.colour else 0
            if visited[x][y] == 1:
                size += 1
                to_do += [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
        return size
