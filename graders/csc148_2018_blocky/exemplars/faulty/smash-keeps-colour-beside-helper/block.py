class Block:
    def smash(self) -> bool:
        """Smash this block."""
        if self.level == 0 or self.level == self.max_depth:
            return False
        self.children = []
        for _ in range(4):
            child = random_init(self.level + 1, self.max_depth)
            child.parent = self
            self.children.append(child)
        self.update_block_locations(self.position, self.size)
        return True

    def get_all_blocks(self) -> list:
        """Return all blocks."""
        found = [self]
        for child in self.children:
            found.extend(child.get_all_blocks())
        return found
