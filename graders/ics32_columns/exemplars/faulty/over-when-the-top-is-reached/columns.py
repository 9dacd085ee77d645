class Columns:
    def _end_if_stuck(self) -> None:
        """End the game if a jewel is in the top row, and no match helps."""
        if not self._matched:
            self._over = any(row <= TOP for row, _ in self._frozen)
