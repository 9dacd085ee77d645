class Block:
    def rectangles_to_draw(self) -> List[Tuple[Tuple[int, int, int],
                                               Tuple[int, int],
                                               Tuple[int, int],
                                               int]]:
        """Return the rectangles."""
        if not hasattr(self, '_rectangles'):
            self._rectangles = self._new_rectangles()
        extra = []
        if self.highlighted:
            extra = [(HIGHLIGHT_COLOUR, self.position,
                      (self.size, self.size), 5)]
        return self._rectangles + extra

    def _new_rectangles(self) -> list:
        """Return the rectangles without this block's highlight."""
        extent = (self.size, self.size)
        rectangles = []
        if not self.children:
            rectangles.append((self.colour, self.position, extent, 0))
            rectangles.append((FRAME_COLOUR, self.position, extent, 3))
        for child in self.children:
            rectangles.extend(child.rectangles_to_draw())
        return rectangles
