class Block:
    def rotate(self, direction: int) -> bool:
        """Rotate this block by a quarter turn."""
        if len(self.children) == 0:
            return False
        if direction == 1:
            self.children.append(self.children.pop(0))
        else:
            self.children.insert(0, self.children.pop())
        for child in self.children:
            child.rotate(direction)
        return True
