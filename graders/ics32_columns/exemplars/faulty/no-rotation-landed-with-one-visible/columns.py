class Columns:
    def rotate(self) -> None:
        """Move the faller's bottom jewel on top of the other two.

        Nothing happens without a faller. Raises GameIsOverError.
        """
        self._require_running()
        if self._faller is not None and not (self._has_landed() and self._faller.bottom == TOP):
            top, middle, bottom = self._faller.colours
            self._faller.colours = [bottom, top, middle]
