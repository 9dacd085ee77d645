class Columns:
    def create_faller(self, column: int, colours: Sequence[str]) -> None:
        """Let a faller appear at the top of <column>."""
        self._require_running()
        if not self._matched:
            self._faller = _Faller(column, colours)
