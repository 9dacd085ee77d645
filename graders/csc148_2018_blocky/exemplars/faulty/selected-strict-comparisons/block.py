class Block:
    def get_selected_block(self, location: Tuple[int, int], level: int) \
            -> 'Block':
        """Return the block at a place."""
        x, y = location
        left, top = self.position
        inside = left < x < left + self.size and top < y < top + self.size
        if not self.children or (inside and self.level == level):
            return self
        for child in self.children:
            cx, cy = child.position
            if cx < x < cx + child.size and cy < y < cy + child.size:
                return child.get_selected_block(location, level)
        nearest = min(self.children, key=lambda child: max(
            abs(child.position[0] + child.size / 2 - x),
            abs(child.position[1] + child.size / 2 - y)))
        return nearest.get_selected_block(location, level)
