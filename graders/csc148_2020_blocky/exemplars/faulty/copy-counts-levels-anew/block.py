class Block:
    def create_copy(self) -> Block:
        """Return a copy of this block."""
        copy = Block(self.position, self.size, self.colour, 0, self.max_depth)
        for child in self.children:
            new = child.create_copy()
            new.level = copy.level + 1
            copy.children.append(new)
        return copy
