class Block:
    def rotate(self, direction: int) -> None:
        """Rotate this block: 1 for clockwise, -1 for counter-clockwise."""
        if len(self.children) == 0 or direction not in [1, -1]:
            return
        for child in self.children:
            child.rotate(direction)
        if direction == 1:
            self.children.append(self.children.pop(0))
        else:
            self.children.insert(0, self.children.pop())
        self.update_block_locations(self.position, self.size)
