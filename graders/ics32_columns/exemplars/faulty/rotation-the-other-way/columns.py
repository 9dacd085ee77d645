class Columns:
    def rotate(self) -> None:
        """Rotate the faller."""
        self._require_running()
        if self._faller is not None:
            top, middle, bottom = self._faller.colours
            self._faller.colours = [middle, bottom, top]
