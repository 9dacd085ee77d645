class Block:
    def update_block_locations(self, top_left: Tuple[int, int],
                               size: int) -> None:
        """Update the locations of everything in this block."""
        if len(self.children) == 0:
            return
        x, y = top_left
        half = round(size / 2)
        places = [(x + half, y), (x, y), (x, y + half), (x + half, y + half)]
        for i in range(4):
            self.children[i].position = places[i]
            self.children[i].size = half
            self.children[i].update_block_locations(places[i], half)
