class Columns:
    def _end_if_stuck(self) -> None:
        """End the game if nothing more fits."""
        if not self._matched:
            above = any(row < TOP for row, _ in self._frozen)
            full = all((TOP, column) in self._frozen for column in range(1, self._columns + 1))
            self._over = above or full
