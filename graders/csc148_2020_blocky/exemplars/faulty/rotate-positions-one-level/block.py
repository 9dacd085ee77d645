class Block:
    def rotate(self, direction: int) -> bool:
        """Rotate this block by a quarter turn."""
        if not self.children:
            return False
        self.children = (self.children[direction:]
                         + self.children[:direction])
        for child in self.children:
            child.rotate(direction)
        for child, place in zip(self.children, self._children_positions()):
            child.position = place
        return True
