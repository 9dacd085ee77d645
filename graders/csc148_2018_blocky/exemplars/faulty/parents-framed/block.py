class Block:
    def rectangles_to_draw(self) -> List[Tuple]:
        """Return the rectangles of this block."""
        side = (self.size, self.size)
        rectangles = [(FRAME_COLOUR, self.position, side, 3)]
        if len(self.children) == 0:
            rectangles.append((self.colour, self.position, side, 0))
        if self.highlighted:
            rectangles.append((HIGHLIGHT_COLOUR, self.position, side, 5))
        for child in self.children:
            rectangles += child.rectangles_to_draw()
        return rectangles
