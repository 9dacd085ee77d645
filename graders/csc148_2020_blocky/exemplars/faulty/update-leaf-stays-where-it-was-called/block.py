class Block:
    def _update_children_positions(self, position: Tuple[int, int]) -> None:
        """Move this block and its descendants to <position>."""
        if self.children:
            self.position = position
            for child, new in zip(self.children, self._children_positions()):
                child.position = new
                child._update_children_positions(new)
