class Columns:
    def _match(self) -> None:
        """Find out which of the frozen jewels match."""
        self._matched = {place for place in self._frozen if place[0] >= TOP
                         and any(self._length(place, *direction) >= SHORTEST_RUN for direction in DIRECTIONS)}

    def _length(self, place: Place, down: int, right: int) -> int:
        """Return how long the run through <place> is."""
        there = self._run(place, (down, right))
        back = self._run(place, (-down, -right))
        return len(there) + len(back) - 1
