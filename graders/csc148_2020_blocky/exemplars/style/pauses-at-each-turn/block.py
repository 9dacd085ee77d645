import time


class Block:
    def rotate(self, direction: int) -> bool:
        """Turn this block and everything in it, if it has children."""
        if not self.children:
            return False
        time.sleep(0.1)
        self.children = self.children[direction:] + self.children[:direction]
        for child in self.children:
            child.rotate(direction)
        self._update_children_positions(self.position)
        return True
