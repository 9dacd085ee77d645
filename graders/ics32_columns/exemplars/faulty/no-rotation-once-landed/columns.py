class Columns:
    def rotate(self) -> None:
        """Rotate the faller while it falls."""
        self._require_running()
        if self._faller is not None and not self._has_landed():
            top, middle, bottom = self._faller.colours
            self._faller.colours = [bottom, top, middle]
