class Block:
    def flatten(self) -> List[List[Tuple[int, int, int]]]:
        """Return this block as a grid."""
        cells = 2 ** (self.max_depth - self.level)
        unit = self.size // cells
        left, top = self.position
        return [[self.get_selected_block((x + unit // 2, y + unit // 2),
                                         self.max_depth).colour
                 for y in range(top, top + self.size, unit)]
                for x in range(left, left + self.size, unit)]
