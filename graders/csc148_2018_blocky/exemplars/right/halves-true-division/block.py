class Block:
    def update_block_locations(self, top_left: Tuple[int, int],
                               size: int) -> None:
        """Update the locations of this block and everything in it."""
        self.position = top_left
        self.size = size
        x, y = top_left
        half = size / 2
        off = half
        places = [(x + off, y), (x, y), (x, y + off), (x + off, y + off)]
        for i in range(len(self.children)):
            self.children[i].update_block_locations(places[i], half)
