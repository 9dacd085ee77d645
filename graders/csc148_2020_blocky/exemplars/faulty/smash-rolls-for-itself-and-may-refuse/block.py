class Block:
    def smash(self) -> bool:
        """Smash this block, if it can be smashed and chance will have it."""
        if not self.smashable() or random.random() >= math.exp(-0.25 * self.level):
            return False
        self.colour = None
        for place in self._children_positions():
            child = Block(place, self._child_size(),
                          random.choice(COLOUR_LIST), self.level + 1,
                          self.max_depth)
            child.smash()
            self.children.append(child)
        return True
