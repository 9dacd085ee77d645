class Columns:
    def _end_if_stuck(self) -> None:
        """End the game if a jewel is above the field, and no match helps."""
        if not self._matched:
            self._over = any(row < TOP and column < self._columns for row, column in self._frozen)
