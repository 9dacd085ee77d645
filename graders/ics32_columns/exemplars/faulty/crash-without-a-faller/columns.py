class Columns:
    def rotate(self) -> None:
        """Put the faller's bottom jewel on top of its other two."""
        self._require_running()
        top, middle, bottom = self._faller.colours
        self._faller.colours = [bottom, top, middle]

    def _move(self, step: int) -> None:
        """Move the faller <step> columns to the right, if that is possible."""
        self._require_running()
        target = self._faller.column + step
        if 1 <= target <= self._columns and self._has_room(target):
            self._faller.column = target
