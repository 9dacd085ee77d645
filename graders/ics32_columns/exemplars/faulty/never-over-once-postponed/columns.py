class Columns:
    _postponed = False

    def _end_if_stuck(self) -> None:
        """End the game if a jewel is above the field, and no match helps."""
        hidden = any(row < TOP for row, _ in self._frozen)
        if self._matched and hidden:
            self._postponed = True
        if not self._matched:
            self._over = hidden and not self._postponed
