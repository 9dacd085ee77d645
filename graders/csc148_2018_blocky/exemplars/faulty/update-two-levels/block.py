class Block:
    def update_block_locations(self, top_left: Tuple[int, int], size: int) -> None:
        """Place this block."""
        self.position, self.size = top_left, size
        for child, place in zip(self.children, self._places()):
            child.position, child.size = place, round(size / 2)
            for inner, inner_place in zip(child.children, child._places()):
                inner.position, inner.size = inner_place, round(child.size / 2)

    def _places(self) -> List[Tuple[int, int]]:
        """Return the places of the children."""
        x, y = self.position
        half = round(self.size / 2)
        return [(x + half, y), (x, y), (x, y + half), (x + half, y + half)]
