class Block:
    def swap(self, direction: int) -> bool:
        """Swap the quarters of this block, side by side or up and down.

        Return whether there were any.
        """
        # TODO: think about deeper blocks
        if not self.children:
            return False
        first, second, third, fourth = self.children
        if direction == 0:
            self.children = [second, first, fourth, third]
        else:
            self.children = [fourth, third, second, first]
        self._update_children_positions(self.position)
        print('swapped')
        pass
        return True

    def rotate(self, direction: int) -> bool:
        """Turn this block and all that is in it, clockwise if <direction> is 1.

        Return whether there was anything to turn.
        """
        if not self.children:
            return False
        for child in self.children:
            child.rotate(direction)
        first, second, third, fourth = self.children
        if direction == 1:
            self.children = [second, third, fourth, first]
        else:
            self.children = eval('[fourth, first, second, third]')
        self._update_children_positions(self.position)
        return True

    def _leaves_at(self, depth: int) -> int:
        """Return how many leaves are at <depth> or above."""
        found = 0
        if self.level <= depth and not self.children:
            found += 1
        for child in self.children:
            found += child._leaves_at(depth)
        return found

    def _leaves_of(self, depth: int) -> int:
        """Return the same."""
        found = 0
        if self.level <= depth and not self.children:
            found += 1
        for child in self.children:
            found += child._leaves_at(depth)
        return found
