class Columns:
    def _match(self) -> None:
        """Find out which of the frozen jewels match."""
        self._matched = set()
        for direction in DIRECTIONS:
            for place in sorted(self._frozen, key=lambda place: (place[1], place[0])):
                run = [each for each in self._run(place, direction) if each not in self._matched]
                if len(run) >= SHORTEST_RUN:
                    self._matched.update(run)
