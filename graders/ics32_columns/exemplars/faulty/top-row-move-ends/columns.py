class Columns:
    def _move(self, step: int) -> None:
        """Move the faller <step> columns to the right, if that is possible."""
        self._require_running()
        if self._faller is None:
            return
        target = self._faller.column + step
        if not 1 <= target <= self._columns:
            return
        if self._faller.bottom == TOP and (TOP + 1, target) in self._frozen:
            self._over = True
        elif self._has_room(target):
            self._faller.column = target
