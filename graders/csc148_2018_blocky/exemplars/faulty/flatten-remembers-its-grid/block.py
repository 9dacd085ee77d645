class Block:
    def flatten(self) -> List[List[Tuple[int, int, int]]]:
        """Flatten this block."""
        if not hasattr(self, '_grid'):
            self._grid = self._new_grid()
        return self._grid

    def _new_grid(self) -> List[List[Tuple[int, int, int]]]:
        """Return the columns of this block."""
        if not self.children:
            side = 2 ** (self.max_depth - self.level)
            return [[self.colour] * side for _ in range(side)]
        a, b, c, d = [child.flatten() for child in self.children]
        half = range(len(a))
        return [b[i] + c[i] for i in half] + [a[i] + d[i] for i in half]
