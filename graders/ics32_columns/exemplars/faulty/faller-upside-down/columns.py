class Columns:
    def create_faller(self, column: int, colours: Sequence[str]) -> None:
        """Let a faller appear at the top of <column>.

        <colours> are those of its jewels, from top to bottom; only the last
        jewel is in the field at first. Nothing happens if there already is a
        faller, or if matched jewels are about to vanish. If the column is
        full, there is no room for a faller, and the game is over.

        Raises InvalidPlaceError, InvalidFallerError or GameIsOverError.
        """
        self._require_column(column)
        if len(colours) != FALLER_LENGTH or not set(colours) <= set(COLOURS):
            raise InvalidFallerError(f'no faller is made of {colours!r}')
        self._require_running()

        if self._faller is not None or self._matched:
            return
        if (TOP, column) in self._frozen:
            self._over = True
        else:
            self._faller = _Faller(column, colours[::-1])
