class Columns:
    def _match(self) -> None:
        """Find out which of the frozen jewels match."""
        self._matched = set()
        for direction in DIRECTIONS:
            seen = set()
            for place in sorted(self._frozen, key=lambda place: (place[1], place[0] * direction[0])):
                run = self._run(place, direction)
                if len(run) >= SHORTEST_RUN and place not in seen:
                    seen.update(run)
                    self._matched.update(run[:SHORTEST_RUN])
