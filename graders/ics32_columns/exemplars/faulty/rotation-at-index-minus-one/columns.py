class Columns:
    def rotate(self) -> None:
        """Put the faller's bottom jewel on top of its other two."""
        self._require_running()
        if self._faller is not None:
            top, middle, bottom = self._faller.colours
            self._faller.colours = [bottom, top, middle]
            for row, _ in self._faller.jewels():
                if row < TOP:
                    colour = self._faller.jewels()[row, self._faller.column]
                    self._frozen[row + self._rows, self._faller.column] = colour
