class Block:
    def __eq__(self, other: Block) -> bool:
        """Return whether this block is equal to <other>."""
        if other is None:
            return False
        if self.children and other.children:
            return all([self.children[i] == other.children[i]
                        for i in range(4)])
        if self.children or other.children:
            return False
        return (self.position, self.size, self.colour, self.level) == \
            (other.position, other.size, other.colour, other.level)

    def all_leaves(self) -> List[Block]:
        """Return the leaves of this block."""
        if not self.children:
            return [self]
        leaves = []
        for child in self.children:
            leaves.extend(child.all_leaves())
        return leaves
