class Columns:
    def _match(self) -> None:
        """Find out which of the frozen jewels match."""
        self._matched = set()
        for direction in DIRECTIONS:
            for start in sorted(self._frozen, key=lambda place: (place[1], place[0])):
                run = [each for each in self._run(start, direction) if each not in self._matched]
                if len(run) >= SHORTEST_RUN:
                    row, column = start
                    while 1 <= column <= self._columns and TOP <= row <= self._rows:
                        if self._frozen.get((row, column)) == self._frozen[start]:
                            self._matched.add((row, column))
                        row += direction[0]
                        column += direction[1]
