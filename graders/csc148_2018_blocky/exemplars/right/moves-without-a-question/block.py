class Block:
    def swap(self, direction: int) -> None:
        """Swap the halves of this block."""
        if self.children:
            order = [1, 0, 3, 2] if direction == 0 else [3, 2, 1, 0]
            self.children = [self.children[i] for i in order]
        self.update_block_locations(self.position, self.size)

    def rotate(self, direction: int) -> None:
        """Rotate this block."""
        if not self.children:
            return
        for child in self.children:
            child.rotate(direction)
        if direction == 1:
            self.children = self.children[1:] + self.children[:1]
        else:
            self.children = self.children[-1:] + self.children[:-1]
        self.update_block_locations(self.position, self.size)
        return True
