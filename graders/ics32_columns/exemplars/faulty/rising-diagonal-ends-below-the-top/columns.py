class Columns:
    def _match(self) -> None:
        """Find the frozen jewels that match."""
        self._matched = set()
        for place in self._frozen:
            for direction in DIRECTIONS:
                run = self._run(place, direction)
                if len(run) >= SHORTEST_RUN and not (direction == (-1, 1) and run[-1][0] == TOP):
                    self._matched.update(run)
