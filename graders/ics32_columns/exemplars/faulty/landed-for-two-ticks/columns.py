class _Faller:
    waited = False


class Columns:
    def tick(self) -> None:
        """Let one unit of time pass."""
        self._require_running()
        if self._matched:
            self._vanish()
        elif self._faller is not None:
            if not self._has_landed():
                self._faller.bottom += 1
            elif self._faller.waited:
                self._freeze()
            else:
                self._faller.waited = True
