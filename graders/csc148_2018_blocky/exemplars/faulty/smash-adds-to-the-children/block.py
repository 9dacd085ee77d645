class Block:
    def smash(self) -> bool:
        """Smash this block."""
        if self.level == 0 or self.level == self.max_depth:
            return False
        self.colour = None
        for _ in range(4):
            child = random_init(self.level + 1, self.max_depth)
            child.parent = self
            self.children.append(child)
        x, y = self.position
        half = round(self.size / 2)
        places = [(x + half, y), (x, y), (x, y + half), (x + half, y + half)]
        for i, child in enumerate(self.children):
            child.update_block_locations(places[i % 4], half)
        return True
