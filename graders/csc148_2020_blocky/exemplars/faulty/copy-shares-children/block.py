class Block:
    def create_copy(self) -> Block:
        """Return a copy of this block."""
        copy = Block(self.position, self.size, self.colour, self.level,
                     self.max_depth)
        copy.children = self.children[:]
        return copy
