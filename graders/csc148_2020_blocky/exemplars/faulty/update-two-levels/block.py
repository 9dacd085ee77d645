class Block:
    def _update_children_positions(self, position: Tuple[int, int]) -> None:
        """Move this block."""
        self.position = position
        for child, place in zip(self.children, self._children_positions()):
            child.position = place
            for inner, inner_place in zip(child.children, child._children_positions()):
                inner.position = inner_place
