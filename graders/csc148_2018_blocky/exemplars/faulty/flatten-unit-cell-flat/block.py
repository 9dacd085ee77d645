class Block:
    def flatten(self) -> List[List[Tuple[int, int, int]]]:
        """Return this block as a grid."""
        if self.level == self.max_depth:
            return [self.colour]
        if not self.children:
            side = 2 ** (self.max_depth - self.level)
            return [[self.colour] * side for _ in range(side)]
        parts = []
        for child in self.children:
            part = child.flatten()
            parts.append(part if isinstance(part[0], list) else [part])
        left = [parts[1][i] + parts[2][i] for i in range(len(parts[1]))]
        right = [parts[0][i] + parts[3][i] for i in range(len(parts[0]))]
        return left + right
