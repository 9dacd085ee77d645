class Block:
    def rotate(self, direction: int) -> None:
        """Rotate this block."""
        if len(self.children) == 0:
            return
        for child in self.children:
            child.rotate(direction)
        if direction == 1:
            self.children.append(self.children.pop(0))
        else:
            self.children.insert(0, self.children.pop())
