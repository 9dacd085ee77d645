class Columns:
    def _match(self) -> None:
        """Find out which of the frozen jewels match."""
        self._matched = set()
        for row, column in self._frozen:
            for down, right in DIRECTIONS:
                run = self._run((row, column), (down, right))
                if len(run) == SHORTEST_RUN:
                    self._matched.update(run)
                elif len(run) > SHORTEST_RUN:
                    self._matched.update(run[:SHORTEST_RUN])
                    before = (row - down, column - right)
                    if before in self._frozen and before[0] >= TOP:
                        self._matched.add(before)
                    self._matched.discard(run[-1])
                    return
