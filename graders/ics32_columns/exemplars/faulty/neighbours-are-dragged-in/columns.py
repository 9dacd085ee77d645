class Columns:
    def _match(self) -> None:
        """Find out which of the frozen jewels match."""
        self._matched = set()
        for place in self._frozen:
            for direction in DIRECTIONS:
                run = self._run(place, direction)
                if len(run) >= SHORTEST_RUN:
                    self._matched.update(run)
        for row, column in list(self._matched):
            for down, right in DIRECTIONS[:2]:
                for there in ((row + down, column + right), (row - down, column - right)):
                    if there[0] >= TOP and self._frozen.get(there) == self._frozen[row, column]:
                        self._matched.add(there)
