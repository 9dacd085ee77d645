class Block:
    def rotate(self, direction: int) -> bool:
        """Rotate this block by a quarter turn."""
        if len(self.children) == 0:
            return False
        if direction == 1:
            self.children.append(self.children.pop(0))
        else:
            self.children.insert(0, self.children.pop())
        self._update_children_positions(self.position)
        return True

    def all_blocks(self) -> List[Block]:
        """Return this block and all blocks in it."""
        found = [self]
        for child in self.children:
            found.extend(child.all_blocks())
        return found
