class Block:
    def rotate(self, direction: int) -> bool:
        """Rotate this block by a quarter turn."""
        if len(self.children) == 0:
            return False
        a, b, c, d = self.children
        if direction == 1:
            self.children = [b, a, d, c]
        else:
            self.children = [d, c, b, a]
        for child in self.children:
            child.rotate(direction)
        self._update_children_positions(self.position)
        return True
