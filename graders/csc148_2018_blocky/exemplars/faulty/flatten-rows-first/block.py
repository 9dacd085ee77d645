class Block:
    def flatten(self) -> List[List[Tuple[int, int, int]]]:
        """Return this block as a grid."""
        if not self.children:
            side = 2 ** (self.max_depth - self.level)
            return [[self.colour] * side for _ in range(side)]
        up_right, up_left, low_left, low_right = \
            [child.flatten() for child in self.children]
        rows = []
        for i in range(len(up_left)):
            rows.append(up_left[i] + up_right[i])
        for i in range(len(up_left)):
            rows.append(low_left[i] + low_right[i])
        return rows
