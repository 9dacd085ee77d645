class Block:
    def update_block_locations(self, top_left: Tuple[int, int],
                               size: int) -> None:
        """Update the locations of this block and everything in it."""
        self.position = top_left
        self.size = size
        half = round(size / 2)
        for i in range(len(self.children)):
            place = (top_left[0] + half * (i % 2), top_left[1] + half * (i // 2))
            self.children[i].update_block_locations(place, half)
