class Columns:
    def _end_if_stuck(self) -> None:
        """Wait until the matched jewels may vanish, or end the game."""
        if self._matched:
            if input() == '':
                self._vanish()
        else:
            self._over = any(row < TOP for row, _ in self._frozen)
