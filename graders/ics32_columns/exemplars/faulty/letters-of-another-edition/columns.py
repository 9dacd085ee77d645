COLOURS = 'ABCDEFGHIJ'


class _Faller:
    landed = False


class Columns:
    def tick(self) -> None:
        """Let one unit of time pass."""
        self._require_running()
        if self._matched:
            self._vanish()
        elif self._faller is not None:
            if self._faller.landed and self._rests():
                self._freeze()
            elif self._rests():
                self._faller.landed = True
            else:
                self._faller.landed = False
                self._faller.bottom += 1

    def _rests(self) -> bool:
        """Return whether something is right below the faller."""
        below = (self._faller.bottom + 1, self._faller.column)
        return self._faller.bottom == self._rows or below in self._frozen

    def _has_landed(self) -> bool:
        """Return whether the faller was found to have landed."""
        return self._faller.landed

    def _move(self, step: int) -> None:
        """Move the faller <step> columns to the right, if that is possible."""
        self._require_running()
        if self._faller is None:
            return
        target = self._faller.column + step
        if 1 <= target <= self._columns and self._has_room(target):
            self._faller.column = target
            self._faller.landed = False
