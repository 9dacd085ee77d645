class Block:
    def combine(self) -> bool:
        """Combine the children into one block of their most common colour."""
        if self.level != self.max_depth - 1 or len(self.children) == 0:
            return False
        colours = [child.colour for child in self.children]
        best = colours[0]
        for colour in colours[1:]:
            if colours.count(colour) > colours.count(best):
                best = colour
            elif colour != best and \
                    colours.count(colour) == colours.count(best):
                return False
        self.colour = best
        self.children = []
        return True
