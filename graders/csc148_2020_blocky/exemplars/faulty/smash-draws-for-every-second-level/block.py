class Block:
    def smash(self) -> bool:
        """Smash this block into four blocks, some of which are divided."""
        if not self.smashable():
            return False
        self._divide()
        for child in self.children:
            if (child.smashable()
                    and random.random() < math.exp(-0.25 * child.level)):
                child._divide()
                for inner in child.children:
                    inner.smash()
        return True

    def _divide(self) -> None:
        """Give this block four children of random colours."""
        self.colour = None
        for place in self._children_positions():
            self.children.append(Block(place, self._child_size(),
                                       random.choice(COLOUR_LIST),
                                       self.level + 1, self.max_depth))
