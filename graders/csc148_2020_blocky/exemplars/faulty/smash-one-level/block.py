class Block:
    def smash(self) -> bool:
        """Smash this block into four blocks of random colours."""
        if not self.smashable():
            return False
        self.colour = None
        size = self._child_size()
        for place in self._children_positions():
            colour = COLOUR_LIST[random.randint(0, 3)]
            self.children.append(Block(place, size, colour, self.level + 1,
                                       self.max_depth))
        return True
