class Block:
    def _update_children_positions(self, position: Tuple[int, int]) -> None:
        """Move this block and its descendants to <position>."""
        if self.children:
            self.position = position
            new = self._children_positions()
            for i in range(len(self.children)):
                self.children[i]._update_children_positions(new[i])
