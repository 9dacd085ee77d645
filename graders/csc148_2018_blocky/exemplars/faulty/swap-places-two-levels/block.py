class Block:
    def swap(self, direction: int) -> None:
        """Swap the halves of this block."""
        if not self.children:
            return
        a, b, c, d = self.children
        self.children = [b, a, d, c] if direction == 0 else [d, c, b, a]
        self._put_children()
        for child in self.children:
            child._put_children()

    def _put_children(self) -> None:
        """Place the children."""
        x, y = self.position
        ways = [(1, 0), (0, 0), (0, 1), (1, 1)]
        for child, (right, down) in zip(self.children, ways):
            child.position = (x + right * child.size, y + down * child.size)
