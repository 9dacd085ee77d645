class Block:
    def rotate(self, direction: int) -> bool:
        """Rotate this block by a quarter turn."""
        if len(self.children) == 0:
            return False
        if direction == 1:
            self.children = self.children[1:] + [self.children[0]]
        elif direction == 3:
            self.children = self.children[-3:] + self.children[:1]
        for child in self.children:
            child.rotate(direction)
        self._update_children_positions(self.position)
        return True
