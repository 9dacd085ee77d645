class Block:
    def create_copy(self) -> Block:
        """Return a copy."""
        copy = self._alone()
        for child in self.children:
            copied = child._alone()
            for inner in child.children:
                last = inner._alone()
                last.children = inner.children[:]
                copied.children.append(last)
            copy.children.append(copied)
        return copy

    def _alone(self) -> Block:
        """Return a copy without children."""
        return Block(self.position, self.size, self.colour, self.level, self.max_depth)
