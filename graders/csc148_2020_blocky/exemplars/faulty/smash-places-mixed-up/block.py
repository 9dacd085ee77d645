class Block:
    def smash(self) -> bool:
        """Smash this block, if it can be smashed."""
        if not self.smashable():
            return False
        self.colour = None
        x, y = self.position
        s = self._child_size()
        for place in [(x, y), (x + s, y), (x, y + s), (x + s, y + s)]:
            child = Block(place, s, random.choice(COLOUR_LIST),
                          self.level + 1, self.max_depth)
            if random.random() < math.exp(-0.25 * child.level):
                child.smash()
            self.children.append(child)
        return True
