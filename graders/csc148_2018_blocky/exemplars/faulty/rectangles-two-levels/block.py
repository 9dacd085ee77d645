class Block:
    def rectangles_to_draw(self) -> List[Tuple[Tuple[int, int, int], Tuple[int, int], Tuple[int, int], int]]:
        """Return the rectangles."""
        blocks = [self]
        for child in self.children:
            blocks.append(child)
            blocks.extend(child.children)
        rectangles = []
        for block in blocks:
            extent = (block.size, block.size)
            if not block.children:
                rectangles.append((block.colour, block.position, extent, 0))
                rectangles.append((FRAME_COLOUR, block.position, extent, 3))
            if block.highlighted:
                rectangles.append((HIGHLIGHT_COLOUR, block.position, extent, 5))
        return rectangles
