class Block:
    def rotate(self, direction: int) -> bool:
        """Rotate this block and all in it."""
        if not self.children:
            return True
        turned = self.children[direction:]
        turned.extend(self.children[:direction])
        self.children = turned
        self._update_children_positions(self.position)
        return all([child.rotate(direction) for child in self.children])
