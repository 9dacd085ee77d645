class Block:
    def update_block_locations(self, top_left: Tuple[int, int],
                               size: int) -> None:
        """Update the locations of this block and everything in it."""
        if len(self.children) == 0:
            return
        self.position = top_left
        self.size = size
        x, y = top_left
        half = round(size / 2)
        places = [(x + half, y), (x, y), (x, y + half), (x + half, y + half)]
        for i in range(4):
            self.children[i].position = places[i]
            self.children[i].size = half
            self.children[i].update_block_locations(places[i], half)
