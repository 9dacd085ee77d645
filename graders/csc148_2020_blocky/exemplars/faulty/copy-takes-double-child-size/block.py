class Block:
    def create_copy(self) -> Block:
        """Return a copy."""
        size = self.size
        if self.children:
            size = 2 * self._child_size()
        copy = Block(self.position, size, self.colour, self.level,
                     self.max_depth)
        copy.children = [child.create_copy() for child in self.children]
        return copy
