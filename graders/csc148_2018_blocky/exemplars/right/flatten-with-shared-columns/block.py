class Block:
    def flatten(self) -> List[List[Tuple[int, int, int]]]:
        """Return this block as a grid."""
        side = 2 ** (self.max_depth - self.level)
        if self.children == []:
            return [[self.colour] * side] * side
        grid = [[None] * side for _ in range(side)]
        for child, (i, j) in zip(self.children, [(1, 0), (0, 0), (0, 1), (1, 1)]):
            part = child.flatten()
            for x in range(side // 2):
                for y in range(side // 2):
                    grid[i * side // 2 + x][j * side // 2 + y] = part[x][y]
        return grid
