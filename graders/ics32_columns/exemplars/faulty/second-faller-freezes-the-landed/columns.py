class Columns:
    def create_faller(self, column: int, colours: Sequence[str]) -> None:
        """Let a faller appear at the top of <column>."""
        self._require_running()
        if self._faller is not None and self._has_landed():
            self._freeze()
        if self._faller is None and not self._matched and not self._over:
            self._faller = _Faller(column, colours)
