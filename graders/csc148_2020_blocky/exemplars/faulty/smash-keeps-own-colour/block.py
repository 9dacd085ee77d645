class Block:
    def smash(self) -> bool:
        """Smash this block, if it can be smashed."""
        if not self.smashable():
            return False
        for place in self._children_positions():
            child = Block(place, self._child_size(), None, self.level + 1,
                          self.max_depth)
            if random.random() >= math.exp(-0.25 * child.level) or \
                    not child.smash():
                child.colour = random.choice(COLOUR_LIST)
            self.children.append(child)
        return True
