class Block:
    def swap(self, direction: int) -> bool:
        """Exchange the halves of this block."""
        if not self.children:
            return False
        one, two, three, four = self.children
        if direction == 0:
            self.children = [two, one, four, three]
        else:
            self.children = [four, three, two, one]
        half = self.size // 2
        x, y = self.position
        for child, place in zip(self.children, [
                (x + half, y), (x, y), (x, y + half), (x + half, y + half)]):
            child._update_children_positions(place)
        return True
