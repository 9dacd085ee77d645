class Block:
    def get_selected_block(self, location: Tuple[int, int],
                           level: int) -> 'Block':
        """Return the selected block."""
        x, y = self.position
        if not (x < location[0] < x + self.size
                and y < location[1] < y + self.size):
            return None
        if self.level == level or not self.children:
            return self
        for child in self.children:
            found = child.get_selected_block(location, level)
            if found is not None:
                return found
        return None
