class Block:
    def flatten(self) -> List[List[Tuple[int, int, int]]]:
        """Return this block as a grid."""
        if not self.children:
            return [[self.colour]]
        parts = [child.flatten() for child in self.children]
        left = [up + low for up, low in zip(parts[1], parts[2])]
        right = [up + low for up, low in zip(parts[0], parts[3])]
        return left + right
