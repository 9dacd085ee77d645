class Columns:
    def _move(self, step: int) -> None:
        """Move the faller <step> columns to the right, if that is possible."""
        self._require_running()
        if self._faller is None:
            return
        if self._has_landed():
            self._freeze()
            return
        target = self._faller.column + step
        if 1 <= target <= self._columns and self._has_room(target):
            self._faller.column = target
