class Block:
    def swap(self, direction: int) -> bool:
        """Swap the children of this block."""
        if len(self.children) != 4:
            return False
        a, b, c, d = self.children
        if direction == 0:
            self.children = [b, a, d, c]
        else:
            self.children = [d, c, b, a]
        return True
