class Block:
    def smash(self) -> bool:
        """Smash this block, if it can be smashed."""
        if not self.smashable():
            return False
        self.colour = None
        for place in self._children_positions():
            child = Block(place, self._child_size(), None, self.level + 1,
                          self.max_depth)
            chance = math.exp(-0.2 * child.level)
            if child.level < self.max_depth and random.random() < chance:
                child.smash()
            else:
                child.colour = random.choice(COLOUR_LIST)
            self.children.append(child)
        return True
