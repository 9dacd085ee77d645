class Block:
    def flatten(self) -> List[List[Tuple[int, int, int]]]:
        """Return the colours of the unit cells, column by column."""
        n = 2 ** (self.max_depth - self.level)
        if not self.children:
            return [[self.colour for _ in range(n)] for _ in range(n)]
        half = n // 2
        result = []
        for i in range(n):
            column = []
            for j in range(n):
                if i < half and j < half:
                    column.append(self.children[1].flatten()[i][j])
                elif i < half:
                    column.append(self.children[2].flatten()[i][j - half])
                elif j < half:
                    column.append(self.children[0].flatten()[i - half][j])
                else:
                    column.append(
                        self.children[3].flatten()[i - half][j - half])
            result.append(column)
        return result
