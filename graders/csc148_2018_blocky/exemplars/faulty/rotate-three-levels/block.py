class Block:
    def rotate(self, direction: int) -> None:
        """Turn this block."""
        self._turn(direction, 3)
        self.update_block_locations(self.position, self.size)

    def _turn(self, direction: int, levels: int) -> None:
        """Turn <levels> levels of blocks."""
        if self.children and levels:
            self.children = self.children[direction:] + self.children[:direction]
            for child in self.children:
                child._turn(direction, levels - 1)
