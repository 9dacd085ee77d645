class Block:
    def rotate(self, direction: int) -> None:
        """Rotate this block."""
        if not self.children:
            return
        self.children = self.children[direction:] + self.children[:direction]
        self.update_block_locations(self.position, self.size)
        for child in self.children:
            child._turn(direction)

    def _turn(self, direction: int) -> None:
        """Turn the inside."""
        self.children = self.children[direction:] + self.children[:direction]
        for child in self.children:
            child._turn(direction)
