class Block:
    def rotate(self, direction: int) -> bool:
        """Turn this block."""
        self._turn(direction, 3)
        self._update_children_positions(self.position)
        return bool(self.children)

    def _turn(self, direction: int, levels: int) -> None:
        """Turn <levels> levels of blocks."""
        if self.children and levels:
            self.children = self.children[direction:] + self.children[:direction]
            for child in self.children:
                child._turn(direction, levels - 1)
