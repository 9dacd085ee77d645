class Block:
    def combine(self) -> bool:
        """Combine the children into one block of their most common colour."""
        if self.level != self.max_depth - 1 or len(self.children) == 0:
            return False
        colours = [child.colour for child in self.children]
        majority = max(colours, key=colours.count)
        if colours.count(majority) < 2:
            return False
        self.colour = majority
        self.children = []
        return True
