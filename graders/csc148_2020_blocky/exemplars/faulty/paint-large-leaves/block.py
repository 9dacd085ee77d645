class Block:
    def paint(self, colour: Tuple[int, int, int]) -> bool:
        """Paint this block in <colour>."""
        if len(self.children) == 0 and self.colour != colour:
            self.colour = colour
            return True
        return False
