class Block:
    def rotate(self, direction: int) -> bool:
        """Turn this block."""
        if not self.children:
            return False
        self.children = self.children[direction:] + self.children[:direction]
        for child in self.children:
            if child.children:
                child.children = child.children[direction:] + child.children[:direction]
        self._update_children_positions(self.position)
        return True
