class Block:
    def _update_children_positions(self, position: Tuple[int, int]) -> None:
        """Set the position of this block and of all blocks in it."""
        self.position = position
        if self.children:
            half = self.size // 2
            x, y = position
            places = [(x + half, y), (x, y), (x, y + half), (x + half, y + half)]
            for child, place in zip(self.children, places):
                child._update_children_positions(place)
