class Block:
    def rectangles_to_draw(self) -> List[Tuple]:
        """Return the rectangles of this block."""
        place, side = list(self.position), [self.size, self.size]
        rectangles = []
        if len(self.children) == 0:
            rectangles.append((self.colour, place, side, 0))
            rectangles.append((FRAME_COLOUR, place, side, 3))
        if self.highlighted:
            rectangles.append((HIGHLIGHT_COLOUR, place, side, 5))
        for child in self.children:
            rectangles += child.rectangles_to_draw()
        return rectangles
