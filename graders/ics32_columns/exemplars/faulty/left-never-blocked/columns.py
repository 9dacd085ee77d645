class Columns:
    def _move(self, step: int) -> None:
        """Move the faller <step> columns to the right, if that is possible.

        Precondition: step is 1 or -1
        """
        self._require_running()
        if self._faller is None:
            return
        target = self._faller.column + step
        if 1 <= target <= self._columns and (step < 0 or self._has_room(target)):
            self._faller.column = target
