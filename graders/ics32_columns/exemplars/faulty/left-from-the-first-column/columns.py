class Columns:
    def _move(self, step: int) -> None:
        """Move the faller <step> columns to the right, if that is possible."""
        self._require_running()
        if self._faller is None:
            return
        target = self._faller.column + step
        if target == 0:
            target = self._columns
        if target <= self._columns and self._has_room(target):
            self._faller.column = target
