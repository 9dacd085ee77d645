class Columns:
    def _end_if_stuck(self) -> None:
        """End the game if a jewel is above the field, and no match helps."""
        if not self._matched:
            self._over = any(row < TOP - 1 for row, _ in self._frozen)
