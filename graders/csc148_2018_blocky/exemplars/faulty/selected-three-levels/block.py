class Block:
    def get_selected_block(self, location: Tuple[int, int], level: int) -> 'Block':
        """Return the block there."""
        if not self.children or self.level >= min(level, 3):
            return self
        middle_x, middle_y = self.children[3].position
        right, below = location[0] >= middle_x, location[1] >= middle_y
        if below:
            child = self.children[3 if right else 2]
        else:
            child = self.children[0 if right else 1]
        return child.get_selected_block(location, level)
