class Columns:
    def create_faller(self, column: int, colours: Sequence[str]) -> None:
        """Let a faller appear at the top of <column>, if there is room."""
        self._require_running()
        if self._faller is None and not self._matched and (TOP, column) not in self._frozen:
            self._faller = _Faller(column, colours)
