class Block:
    def swap(self, direction: int) -> bool:
        """Swap the halves of this block."""
        if self.children:
            a, b, c, d = self.children
            if direction == 0:
                self.children = [b, a, d, c]
            else:
                self.children = [d, c, b, a]
            self._update_children_positions(self.position)
        return True
