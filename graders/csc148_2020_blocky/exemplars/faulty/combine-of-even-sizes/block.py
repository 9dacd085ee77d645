class Block:
    def combine(self) -> bool:
        """Join the children."""
        if self.level != self.max_depth - 1 or not self.children:
            return False
        if self.size != 2 * self.children[0].size:
            return False
        colours = [child.colour for child in self.children]
        counts = sorted((colours.count(colour), colour)
                        for colour in set(colours))
        if len(counts) > 1 and counts[-2][0] == counts[-1][0]:
            return False
        self.colour = counts[-1][1]
        self.children = []
        return True
