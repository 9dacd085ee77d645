class Block:
    def smash(self) -> bool:
        """Smash this block."""
        if self.level == 0 or self.level == self.max_depth:
            return False
        self.colour = None
        self.children = []
        for _ in range(4):
            child = Block(self.level + 1, random.choice(COLOUR_LIST))
            child.max_depth = self.max_depth
            child.parent = self
            self.children.append(child)
        self.update_block_locations(self.position, self.size)
        return True
