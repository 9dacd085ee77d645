class Block:
    def swap(self, direction: int) -> bool:
        """Exchange the positions of the children, not their order."""
        if not self.children:
            return False
        order = [1, 0, 3, 2] if direction == 0 else [3, 2, 1, 0]
        self._lie_as(order)
        return True

    def rotate(self, direction: int) -> bool:
        """Turn the positions of the children, not their order."""
        if not self.children:
            return False
        order = [1, 2, 3, 0] if direction == 3 else [3, 0, 1, 2]
        self._lie_as(order)
        for child in self.children:
            child.rotate(direction)
        return True

    def _lie_as(self, order: List[int]) -> None:
        """Put each child where the child of the other index in <order> lies."""
        places = [child.position for child in self.children]
        for child, index in zip(self.children, order):
            child._shift(places[index][0] - child.position[0],
                         places[index][1] - child.position[1])

    def _shift(self, right: int, down: int) -> None:
        """Move this block and everything in it."""
        self.position = (self.position[0] + right, self.position[1] + down)
        for child in self.children:
            child._shift(right, down)
