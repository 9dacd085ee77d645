class Block:
    def create_copy(self) -> Block:
        """Return a copy."""
        if not hasattr(self, '_original'):
            self._original = self._copied()
        return self._original._copied()

    def _copied(self) -> Block:
        """Return a new copy."""
        copy = Block(self.position, self.size, self.colour, self.level,
                     self.max_depth)
        copy.children = [child._copied() for child in self.children]
        return copy
