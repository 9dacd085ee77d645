class Block:
    def _update_children_positions(self, position: Tuple[int, int]) -> None:
        """Move this block and its descendants to <position>."""
        self.position = position
        positions = self._children_positions()
        for i in range(len(self.children)):
            self.children[i].position = positions[i]
