class Block:
    def _update_children_positions(self, position: Tuple[int, int]) -> None:
        """Move this block and its descendants to <position>."""
        self._shift(position[0] - self.position[0],
                    position[1] - self.position[1])

    def _shift(self, dx: int, dy: int) -> None:
        """Move this block and its descendants by (dx, dy)."""
        self.position = (self.position[0] + dx, self.position[1] + dy)
        for child in self.children:
            child._shift(dx, dy)

    def _rearrange(self, order: List[int]) -> None:
        """Put copies of the children in this order of their indexes."""
        old = [child.create_copy() for child in self.children]
        places = self._children_positions()
        for i in range(4):
            self.children[i] = old[order[i]]
            self.children[i]._update_children_positions(places[i])

    def swap(self, direction: int) -> bool:
        """Swap the halves of this block."""
        if self.children == []:
            return False
        if direction == 0:
            self._rearrange([1, 0, 3, 2])
        elif direction == 1:
            self._rearrange([3, 2, 1, 0])
        else:
            return False
        return True

    def rotate(self, direction: int) -> bool:
        """Rotate this block and all in it."""
        if self.children == []:
            return False
        if direction == 1:
            self._rearrange([1, 2, 3, 0])
        elif direction == 3:
            self._rearrange([3, 0, 1, 2])
        else:
            return False
        for child in self.children:
            child.rotate(direction)
        return True

    def combine(self) -> bool:
        """Combine the children, if there is a majority colour."""
        if self.level != self.max_depth - 1 or not self.children:
            return False
        counts = [0] * len(COLOUR_LIST)
        for child in self.children:
            counts[COLOUR_LIST.index(child.colour)] += 1
        if counts.count(max(counts)) > 1:
            return False
        self.colour = COLOUR_LIST[counts.index(max(counts))]
        self.children.clear()
        return True

    def create_copy(self) -> Block:
        """Return a deep copy of this block."""
        copy = Block((self.position[0], self.position[1]), self.size,
                     self.colour, self.level, self.max_depth)
        for child in self.children:
            copy.children.append(child.create_copy())
        return copy
