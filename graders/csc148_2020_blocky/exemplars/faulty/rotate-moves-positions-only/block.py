class Block:
    def rotate(self, direction: int) -> bool:
        """Rotate this block by a quarter turn."""
        if len(self.children) == 0:
            return False
        positions = self._children_positions()
        for i in range(4):
            # clockwise: 0 goes to the place of 3, 1 to the place of 0, ...
            target = positions[(i - direction) % 4]
            self.children[i]._update_children_positions(target)
            self.children[i].rotate(direction)
        return True
