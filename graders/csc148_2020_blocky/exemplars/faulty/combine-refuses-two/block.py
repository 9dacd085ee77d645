class Block:
    def combine(self) -> bool:
        """Combine the children into one block of the majority colour."""
        if self.level != self.max_depth - 1 or len(self.children) == 0:
            return False
        colours = [child.colour for child in self.children]
        for colour in colours:
            if colours.count(colour) > 2:
                self.colour = colour
                self.children = []
                return True
        return False
