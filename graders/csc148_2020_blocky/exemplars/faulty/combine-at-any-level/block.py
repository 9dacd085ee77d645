class Block:
    def combine(self) -> bool:
        """Combine the children into one block of their most common colour."""
        if self.level != self.max_depth - 1 and self.children == []:
            return False
        colours = [child.colour for child in self.children]
        counts = [colours.count(colour) for colour in COLOUR_LIST]
        highest = max(counts)
        if counts.count(highest) != 1:
            return False
        self.colour = COLOUR_LIST[counts.index(highest)]
        self.children = []
        return True
