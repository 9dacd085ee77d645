class Columns:
    def _freeze(self) -> None:
        """Make frozen jewels of the faller, and see whether the game goes on."""
        self._frozen.update(self._faller.jewels())
        self._faller = None
        if any(row < TOP for row, _ in self._frozen):
            self._over = True
        else:
            self._match()
