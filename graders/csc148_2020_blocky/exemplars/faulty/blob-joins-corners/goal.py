class BlobGoal(Goal):
    def score(self, board: Block) -> int:
        """Return the size of the largest blob on <board>."""
        flat = _flatten(board)
        left = [(i, j) for i in range(len(flat)) for j in range(len(flat))
                if flat[i][j] == self.colour]
        best = 0
        while left:
            blob = [left.pop()]
            for cell in blob:
                for other in left[:]:
                    if abs(cell[0] - other[0]) <= 1 and \
                            abs(cell[1] - other[1]) <= 1:
                        left.remove(other)
                        blob.append(other)
            best = max(best, len(blob))
        return best
