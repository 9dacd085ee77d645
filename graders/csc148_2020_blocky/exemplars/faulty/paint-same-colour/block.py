class Block:
    def paint(self, colour: Tuple[int, int, int]) -> bool:
        """Paint this block in <colour> if it is a unit cell."""
        if self.level == self.max_depth:
            self.colour = colour
            return True
        return False
