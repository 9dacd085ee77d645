from random import random as draw_number, randint


class Block:
    def smash(self) -> bool:
        """Smash this block, if it can be smashed."""
        if not self.smashable():
            return False
        self.colour = None
        for position in self._children_positions():
            child = Block(position, self._child_size(), None, self.level + 1,
                          self.max_depth)
            if child.smashable() and \
                    draw_number() < math.exp(-0.25 * child.level):
                child.smash()
            else:
                child.colour = COLOUR_LIST[randint(0, len(COLOUR_LIST) - 1)]
            self.children.append(child)
        return True
