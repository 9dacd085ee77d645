class _Faller:
    landed = False


class Columns:
    def create_faller(self, column: int, colours: Sequence[str]) -> None:
        """Let a faller appear at the top of <column>."""
        self._require_column(column)
        self._require_running()
        if self._faller is None and not self._matched:
            self._faller = _Faller(column, colours)
            self._update_landed()

    def tick(self) -> None:
        """Let one unit of time pass."""
        self._require_running()
        if self._matched:
            self._vanish()
        elif self._faller is not None:
            if self._faller.landed:
                self._freeze()
            else:
                self._faller.bottom += 1
                self._update_landed()

    def _move(self, step: int) -> None:
        """Move the faller <step> columns to the right, if that is possible."""
        self._require_running()
        if self._faller is None:
            return
        target = self._faller.column + step
        if 1 <= target <= self._columns and self._has_room(target):
            self._faller.column = target
            self._update_landed()

    def _update_landed(self) -> None:
        """Find out whether the faller cannot fall any further."""
        below = (self._faller.bottom + 1, self._faller.column)
        self._faller.landed = self._faller.bottom == self._rows or below in self._frozen

    def _has_landed(self) -> bool:
        """Return whether the faller has landed."""
        return self._faller.landed
