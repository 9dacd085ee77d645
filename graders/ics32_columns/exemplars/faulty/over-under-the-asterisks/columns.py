class Columns:
    def _end_if_stuck(self) -> None:
        """End the game if a jewel is above the field."""
        self._over = any(row < TOP for row, _ in self._frozen)
