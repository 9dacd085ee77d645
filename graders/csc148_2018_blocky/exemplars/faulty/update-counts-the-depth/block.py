class Block:
    def update_block_locations(self, top_left: Tuple[int, int],
                               size: int) -> None:
        """Update the locations of this block and everything in it."""
        self.position = top_left
        self.size = size
        x, y = top_left
        half = round(size / 2)
        places = [(x + half, y), (x, y), (x, y + half), (x + half, y + half)]
        for i in range(len(self.children)):
            self.children[i].update_block_locations(places[i], half)
        if self.parent is None:
            self._set_depth(self._deepest())

    def _deepest(self) -> int:
        """Return the level of the deepest leaf."""
        return max([self.level] + [child._deepest() for child in self.children])

    def _set_depth(self, depth: int) -> None:
        """Set max_depth in all blocks."""
        self.max_depth = depth
        for child in self.children:
            child._set_depth(depth)
