class Block:
    def combine(self) -> bool:
        """Combine the children into one block of their most common colour."""
        if not self.children or self.level != self.max_depth - 1:
            return False
        colours = [child.colour for child in self.children]
        counts = sorted(colours.count(colour) for colour in set(colours))
        # there must be a first and a second place to compare
        if len(counts) < 2 or counts[-1] == counts[-2]:
            return False
        self.colour = max(colours, key=colours.count)
        self.children = []
        return True
