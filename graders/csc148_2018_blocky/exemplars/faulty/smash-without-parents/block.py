class Block:
    def smash(self) -> bool:
        """Smash this block."""
        if self.level == 0 or self.level == self.max_depth:
            return False
        self.colour = None
        self.children = [random_init(self.level + 1, self.max_depth)
                         for _ in range(4)]
        self.update_block_locations(self.position, self.size)
        return True
