class Block:
    def swap(self, direction: int) -> bool:
        """Swap the children of this block."""
        if not self.children:
            return False
        a, b, c, d = self.children
        if direction == 0:
            self.children = [b, a, d, c]
        else:
            self.children = [d, c, b, a]
        for child in self.children:
            child.swap(direction)
        self._update_children_positions(self.position)
        return True
