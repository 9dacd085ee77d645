from math import exp


class Block:
    def smash(self) -> bool:
        """Smash this block, if it can be smashed."""
        if self.smashable():
            self._split()
            return True
        return False

    def _split(self) -> None:
        """Give this block four children of random colours."""
        self.colour = None
        divide = random.random() <= exp(-0.25 * (self.level + 1)) \
            and self.level + 1 < self.max_depth
        for place in self._children_positions():
            child = Block(place, self._child_size(),
                          COLOUR_LIST[random.randrange(4)], self.level + 1,
                          self.max_depth)
            self.children += [child]
            if divide:
                child._split()
