class Columns:
    def _vanish(self) -> None:
        """Remove the matched jewels, and let the others drop."""
        for place in self._matched:
            del self._frozen[place]
        self._settle()
        self._match()
