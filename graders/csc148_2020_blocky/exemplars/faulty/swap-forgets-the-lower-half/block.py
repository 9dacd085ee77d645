class Block:
    def swap(self, direction: int) -> bool:
        """Swap the halves of this block, if it has children."""
        if not self.children:
            return False

        a, b, c, d = self.children
        if direction == 0:
            self.children = [b, a, c, d]
        else:
            self.children = [d, c, b, a]
        self._update_children_positions(self.position)
        return True
