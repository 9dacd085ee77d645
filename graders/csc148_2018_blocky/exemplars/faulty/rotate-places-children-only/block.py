class Block:
    def rotate(self, direction: int) -> None:
        """Rotate this block."""
        if not self.children:
            return
        self.children = self.children[direction:] + self.children[:direction]
        for child in self.children:
            child.rotate(direction)
        x, y = self.position
        half = self.children[0].size
        places = [(x + half, y), (x, y), (x, y + half), (x + half, y + half)]
        for child, place in zip(self.children, places):
            child.position = place
