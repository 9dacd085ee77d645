class Columns:
    def tick(self) -> None:
        """Let one unit of time pass."""
        self._require_running()
        if self._matched:
            self._vanish()
        elif self._faller is not None:
            if self._has_landed():
                self._freeze()
            else:
                self._faller.bottom += 1
                if self._faller.bottom >= FALLER_LENGTH and len(set(self._faller.colours)) == 1:
                    self._freeze()
