class Block:
    def rotate(self, direction: int) -> bool:
        """Rotate this block by a quarter turn."""
        if not self.children:
            return False
        self.children = (self.children[direction:]
                         + self.children[:direction])
        self._update_children_positions(self.position)
        for child in self.children:
            child._turn(direction)
        return True

    def _turn(self, direction: int) -> None:
        """Change the order of the blocks in this one."""
        self.children = (self.children[direction:]
                         + self.children[:direction])
        for child in self.children:
            child._turn(direction)
