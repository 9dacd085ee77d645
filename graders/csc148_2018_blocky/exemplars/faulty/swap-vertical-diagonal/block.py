class Block:
    def swap(self, direction: int) -> None:
        """Swap the halves of this block."""
        if len(self.children) == 0:
            return
        a, b, c, d = self.children
        if direction == 0:
            self.children = [b, a, d, c]
        else:
            self.children = [c, d, a, b]
        self.update_block_locations(self.position, self.size)
