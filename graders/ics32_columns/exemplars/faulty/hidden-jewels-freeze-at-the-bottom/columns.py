class Columns:
    def _freeze(self) -> None:
        """Make frozen jewels of the faller."""
        hidden = False
        for (row, column), colour in self._faller.jewels().items():
            hidden = hidden or row < TOP
            self._frozen[row if row >= TOP else self._rows + row, column] = colour
        self._faller = None
        self._match()
        if not self._matched:
            self._over = hidden
