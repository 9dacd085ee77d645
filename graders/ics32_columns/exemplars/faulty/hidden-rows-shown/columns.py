class Columns:
    def cell(self, row: int, column: int) -> Cell:
        """Return what the field holds in <row> and <column>; the rows above it are -1 and 0."""
        self._require_column(column)
        place = (row, column)
        if self._faller is not None and place in self._faller.jewels():
            state = LANDED if self._has_landed() else FALLING
            return Cell(self._faller.jewels()[place], state)
        if place in self._matched:
            return Cell(self._frozen[place], MATCHED)
        if place in self._frozen:
            return Cell(self._frozen[place], FROZEN)
        return Cell(None, EMPTY)
