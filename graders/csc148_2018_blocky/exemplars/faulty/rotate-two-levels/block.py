class Block:
    def rotate(self, direction: int) -> None:
        """Turn this block."""
        if self.children:
            self.children = self.children[direction:] + self.children[:direction]
            for child in self.children:
                if child.children:
                    child.children = child.children[direction:] + child.children[:direction]
            self.update_block_locations(self.position, self.size)
