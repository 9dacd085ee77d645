class Block:
    def get_selected_block(self, location: Tuple[int, int],
                           level: int) -> 'Block':
        """Return the selected block."""
        x, y = location
        left, top = self.position
        if self.level == 0 and not (left <= x < left + self.size
                                    and top <= y < top + self.size):
            block = self
            while block.children:
                block = block.children[1]
            return block
        if self.level == level or not self.children:
            return self
        right, low = x >= left + self.size / 2, y >= top + self.size / 2
        if right:
            child = self.children[3] if low else self.children[0]
        else:
            child = self.children[2] if low else self.children[1]
        return child.get_selected_block(location, level)
