class Block:
    def swap(self, direction: int) -> bool:
        """Swap the children of this block."""
        if not self.children:
            return False
        places = self._children_positions()
        if direction == 0:
            order = [1, 0, 3, 2]
        else:
            order = [3, 2, 1, 0]
        for child, index in zip(self.children, order):
            child._update_children_positions(places[index])
        return True
