class Block:
    def rotate(self, direction: int) -> None:
        """Rotate this block."""
        if len(self.children) == 0:
            return
        if direction == 1:
            self.children.append(self.children.pop(0))
        else:
            self.children.insert(0, self.children.pop())
        self.update_block_locations(self.position, self.size)
