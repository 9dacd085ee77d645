class Block:
    def swap(self, direction: int) -> bool:
        """Swap the children of this block."""
        if len(self.children) != 4:
            return False
        a, b, c, d = self.children
        self.children = [b, a, d, c] if direction == 0 else [d, c, b, a]
        for child, place in zip(self.children, self._children_positions()):
            child.position = place
            for inner, spot in zip(child.children,
                                   child._children_positions()):
                inner.position = spot
        return True
