class Columns:
    def create_faller(self, column: int, colours: Sequence[str]) -> None:
        """Let a faller appear at the top of <column>, once there is none."""
        self._require_running()
        while self._faller is not None:
            pass
        if not self._matched:
            self._faller = _Faller(column, colours)
