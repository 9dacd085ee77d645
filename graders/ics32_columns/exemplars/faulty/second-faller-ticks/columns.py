class Columns:
    def create_faller(self, column: int, colours: Sequence[str]) -> None:
        """Let a faller appear at the top of <column>, or go on with the one there."""
        self._require_running()
        if self._faller is not None:
            self.tick()
        elif not self._matched:
            self._faller = _Faller(column, colours)
