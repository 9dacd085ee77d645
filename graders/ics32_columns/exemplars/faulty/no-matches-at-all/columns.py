class Columns:
    def _match(self) -> None:
        """Find out which of the frozen jewels match (to be done)."""
        self._matched = set()
