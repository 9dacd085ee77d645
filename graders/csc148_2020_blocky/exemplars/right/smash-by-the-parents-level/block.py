class Block:
    def smash(self) -> bool:
        """Smash this block, if it can be smashed."""
        if not self.smashable():
            return False
        colours = [COLOUR_LIST[random.randint(0, len(COLOUR_LIST) - 1)]
                   for _ in range(4)]
        positions = self._children_positions()
        self.colour = None
        for i in range(4):
            child = Block(positions[i], self._child_size(), colours[i],
                          self.level + 1, self.max_depth)
            self.children.append(child)
        for child in self.children:
            if random.random() < math.exp(-0.25 * self.level):
                child.smash()
        return True
