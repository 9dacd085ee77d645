class Block:
    def get_selected_block(self, location: Tuple[int, int],
                           level: int) -> 'Block':
        """Return the selected block."""
        if self.level == level or len(self.children) == 0:
            return self
        for child in self.children:
            x, y = child.position
            if x <= location[0] <= x + child.size \
                    and y <= location[1] <= y + child.size:
                return child.get_selected_block(location, level)
        return self
