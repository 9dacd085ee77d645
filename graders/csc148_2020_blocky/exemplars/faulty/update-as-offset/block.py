class Block:
    def _update_children_positions(self, position: Tuple[int, int]) -> None:
        """Move this block and its descendants by <position>."""
        self.position = (self.position[0] + position[0],
                         self.position[1] + position[1])
        for child in self.children:
            child._update_children_positions(position)
