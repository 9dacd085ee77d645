class Block:
    def combine(self) -> bool:
        """Combine the children into one block of their most common colour."""
        if not self.children or self.level != self.max_depth - 1:
            return False
        colours = [child.colour for child in self.children]
        # two different colours means it is a tie, four means no majority
        if len(set(colours)) == 2 or len(set(colours)) == 4:
            return False
        self.colour = max(colours, key=colours.count)
        self.children = []
        return True
