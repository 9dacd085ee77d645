class Columns:
    def _settle(self) -> None:
        """Let each frozen jewel drop until none has an empty cell below."""
        moved = True
        while moved:
            moved = False
            for row, column in sorted(self._frozen, reverse=True):
                if row < self._rows and (row + 1, column) not in self._frozen:
                    self._frozen[row + 1, column] = self._frozen.pop((row, column))
                    moved = True
