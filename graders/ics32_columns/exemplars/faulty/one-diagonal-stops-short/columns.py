class Columns:
    def _match(self) -> None:
        """Find out which of the frozen jewels match."""
        self._matched = set()
        for row, column in self._frozen:
            for direction in DIRECTIONS:
                if direction == (1, 1) and row + SHORTEST_RUN > self._rows:
                    continue
                run = self._run((row, column), direction)
                if len(run) >= SHORTEST_RUN:
                    self._matched.update(run)
