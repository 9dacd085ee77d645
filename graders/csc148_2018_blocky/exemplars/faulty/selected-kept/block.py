class Block:
    def get_selected_block(self, location: Tuple[int, int],
                           level: int) -> 'Block':
        """Return the block at <location>."""
        if not hasattr(self, '_selected'):
            self._selected = {}
        if (location, level) not in self._selected:
            found = self
            if self.children and self.level < level:
                middle_x, middle_y = self.children[3].position
                right, below = location[0] >= middle_x, location[1] >= middle_y
                if below:
                    child = self.children[3 if right else 2]
                else:
                    child = self.children[0 if right else 1]
                found = child.get_selected_block(location, level)
            self._selected[(location, level)] = found
        return self._selected[(location, level)]
