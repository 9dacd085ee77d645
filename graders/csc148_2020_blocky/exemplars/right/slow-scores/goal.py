def _flatten(block: Block) -> List[List[Tuple[int, int, int]]]:
    """Return <block> as a list of columns of colours."""
    n = 2 ** (block.max_depth - block.level)
    if not block.children:
        return [[block.colour for _ in range(n)] for _ in range(n)]
    half = n // 2
    result = []
    for i in range(n):
        column = []
        for j in range(n):
            if i < half and j < half:
                column.append(_flatten(block.children[1])[i][j])
            elif i < half:
                column.append(_flatten(block.children[2])[i][j - half])
            elif j < half:
                column.append(_flatten(block.children[0])[i - half][j])
            else:
                column.append(_flatten(block.children[3])[i - half][j - half])
        result.append(column)
    return result


class BlobGoal(Goal):
    def score(self, board: Block) -> int:
        """Return the size of the largest blob on <board>."""
        flat = _flatten(board)
        sizes = []
        for i in range(len(flat)):
            for j in range(len(flat)):
                visited = [[-1 for _ in range(len(flat))]
                           for _ in range(len(flat))]
                sizes.append(self._undiscovered_blob_size((i, j), flat,
                                                          visited))
        return max(sizes)
