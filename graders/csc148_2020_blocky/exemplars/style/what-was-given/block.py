from collections import Counter


class Block:
    del size
    size: float

    def paint(self, colour) -> bool:
        """Change the colour of this unit cell to <colour>, if it has another.

        Return whether anything changed.
        """
        if self.level != self.max_depth or self.colour == colour:
            return False
        self.colour = colour
        return True

    def combine(self) -> bool:
        """Turn this block into a leaf of its most frequent colour, if there is
        one. Return whether there was.
        """
        if not self.children or self.level != self.max_depth - 1:
            return False
        counted = Counter(child.colour for child in self.children).most_common()
        if len(counted) > 1 and counted[0][1] == counted[1][1]:
            return False
        self.colour = counted[0][0]
        self.children = []
        return True
