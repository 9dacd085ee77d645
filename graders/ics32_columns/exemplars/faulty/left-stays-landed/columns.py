class Columns:
    _stuck = None

    def _has_landed(self) -> bool:
        """Return whether the faller cannot fall further.

        Precondition: there is a faller
        """
        below = (self._faller.bottom + 1, self._faller.column)
        return self._stuck is self._faller or self._faller.bottom == self._rows or below in self._frozen

    def _move(self, step: int) -> None:
        """Move the faller <step> columns to the right, if that is possible.

        Precondition: step is 1 or -1
        """
        self._require_running()
        if self._faller is None:
            return
        target = self._faller.column + step
        if 1 <= target <= self._columns and self._has_room(target):
            if step < 0 and self._has_landed():
                self._stuck = self._faller
            self._faller.column = target
