class Columns:
    def _vanish(self) -> None:
        """Remove the matched jewels and let those above them drop."""
        for place in self._matched:
            del self._frozen[place]
        for row in range(self._rows - 1, HIGHEST - 1, -1):
            for column in range(1, self._columns + 1):
                if (row, column) in self._frozen and (row + 1, column) not in self._frozen:
                    self._frozen[row + 1, column] = self._frozen.pop((row, column))
        self._match()
        self._end_if_stuck()
