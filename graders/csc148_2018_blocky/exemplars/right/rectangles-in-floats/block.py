class Block:
    def rectangles_to_draw(self) -> List[Tuple]:
        """Return the rectangles of this block."""
        rectangles = []
        for child in self.children:
            rectangles += child.rectangles_to_draw()
        place = (float(self.position[0]), float(self.position[1]))
        side = (float(self.size), float(self.size))
        if self.highlighted:
            rectangles.append((HIGHLIGHT_COLOUR, place, side, 5))
        if self.colour is not None and self.children == []:
            rectangles.append((FRAME_COLOUR, place, side, 3))
            rectangles.append((self.colour, place, side, 0))
        return rectangles
