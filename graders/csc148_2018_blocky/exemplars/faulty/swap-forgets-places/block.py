class Block:
    def swap(self, direction: int) -> None:
        """Swap the halves of this block."""
        if len(self.children) != 0:
            a, b, c, d = self.children
            self.children = [b, a, d, c] if direction == 0 else [d, c, b, a]
