class Block:
    def smash(self) -> bool:
        """Smash this block, if it can be smashed."""
        if not self.smashable():
            return False
        for place in self._children_positions():
            child = Block(place, self._child_size(), self.colour,
                          self.level + 1, self.max_depth)
            if child.smashable() and \
                    random.random() < math.exp(-0.25 * child.level):
                child.smash()
            self.children.append(child)
        self.colour = None
        return True
