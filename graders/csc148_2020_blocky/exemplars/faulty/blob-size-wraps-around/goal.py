class BlobGoal(Goal):
    def _undiscovered_blob_size(self, pos: Tuple[int, int],
                                board: List[List[Tuple[int, int, int]]],
                                visited: List[List[int]]) -> int:
        """Return the size of the undiscovered blob at <pos>."""
        if pos[0] >= len(board) or pos[1] >= len(board):
            return 0
        if visited[pos[0]][pos[1]] != -1:
            return 0
        if board[pos[0]][pos[1]] != self.colour:
            visited[pos[0]][pos[1]] = 0
            return 0
        visited[pos[0]][pos[1]] = 1
        size = 1
        size += self._undiscovered_blob_size((pos[0] - 1, pos[1]), board,
                                             visited)
        size += self._undiscovered_blob_size((pos[0] + 1, pos[1]), board,
                                             visited)
        size += self._undiscovered_blob_size((pos[0], pos[1] - 1), board,
                                             visited)
        size += self._undiscovered_blob_size((pos[0], pos[1] + 1), board,
                                             visited)
        return size
