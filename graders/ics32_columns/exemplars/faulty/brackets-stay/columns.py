class _Faller:
    was_moved_off = False


class Columns:
    def cell(self, row: int, column: int) -> Cell:
        """Return what the field holds in <row> and <column>."""
        place = (row, column)
        if self._faller is not None and place in self._faller.jewels():
            landed = self._has_landed() and not self._faller.was_moved_off
            return Cell(self._faller.jewels()[place], LANDED if landed else FALLING)
        if place in self._matched:
            return Cell(self._frozen[place], MATCHED)
        if place in self._frozen:
            return Cell(self._frozen[place], FROZEN)
        return Cell(None, EMPTY)

    def tick(self) -> None:
        """Let one unit of time pass."""
        self._require_running()
        if self._matched:
            self._vanish()
        elif self._faller is not None:
            if self._has_landed():
                self._freeze()
            else:
                self._faller.was_moved_off = False
                self._faller.bottom += 1

    def _move(self, step: int) -> None:
        """Move the faller <step> columns to the right, if that is possible."""
        self._require_running()
        if self._faller is None:
            return
        target = self._faller.column + step
        if 1 <= target <= self._columns and self._has_room(target):
            landed = self._has_landed()
            self._faller.column = target
            if landed and not self._has_landed():
                self._faller.was_moved_off = True
