def _flatten(block: Block) -> List[List[Tuple[int, int, int]]]:
    """Return <block> as a list of columns of colours."""
    if len(block.children) == 0:
        return [[block.colour]]
    grids = [_flatten(child) for child in block.children]
    result = []
    for i in range(len(grids[1])):
        result.append(grids[1][i] + grids[2][i])
    for i in range(len(grids[0])):
        result.append(grids[0][i] + grids[3][i])
    return result


class BlobGoal(Goal):
    def score(self, board: Block) -> int:
        """Return the size of the largest blob; the helper makes <visited>."""
        columns = _flatten(board)
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
