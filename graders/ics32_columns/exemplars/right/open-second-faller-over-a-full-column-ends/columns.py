class Columns:
    def create_faller(self, column: int, colours: Sequence[str]) -> None:
        """Let a faller appear at the top of <column>."""
        self._require_column(column)
        if len(colours) != FALLER_LENGTH or not set(colours) <= set(COLOURS):
            raise InvalidFallerError(f'no faller is made of {colours!r}')
        self._require_running()
        if self.cell(TOP, column).state != EMPTY:
            self._over = True
        elif self._faller is None and not self._matched:
            self._faller = _Faller(column, colours)
