class Block:
    def combine(self) -> bool:
        """Combine the children into one block of their most common colour."""
        if self.level != self.max_depth - 1 or len(self.children) == 0:
            return False
        counts = {}
        for child in self.children:
            if child.colour not in counts:
                counts[child.colour] = 0
            counts[child.colour] += 1
        highest = max(counts.values())
        if list(counts.values()) == [highest, highest]:
            return False
        for colour in counts:
            if counts[colour] == highest:
                self.colour = colour
                self.children = []
                return True
        return False
