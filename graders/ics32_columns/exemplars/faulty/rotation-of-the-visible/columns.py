class Columns:
    def rotate(self) -> None:
        """Rotate what is in the field of the faller."""
        self._require_running()
        if self._faller is not None:
            hidden = max(0, FALLER_LENGTH - self._faller.bottom)
            visible = self._faller.colours[hidden:]
            self._faller.colours[hidden:] = visible[-1:] + visible[:-1]
