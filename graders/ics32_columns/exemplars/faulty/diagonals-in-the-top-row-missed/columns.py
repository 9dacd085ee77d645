class Columns:
    def _match(self) -> None:
        """Find the frozen jewels that match."""
        self._matched = set()
        for place in self._frozen:
            for direction in DIRECTIONS:
                run = self._run(place, direction)
                if len(run) >= SHORTEST_RUN and not (0 not in direction and TOP in [row for row, _ in run]):
                    self._matched.update(run)
