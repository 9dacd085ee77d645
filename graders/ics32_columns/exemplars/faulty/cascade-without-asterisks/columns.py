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
        else:
            self._match()

    def _vanish(self) -> None:
        """Remove the matched jewels, and let the others drop."""
        for place in self._matched:
            del self._frozen[place]
        self._matched = set()
        self._settle()
