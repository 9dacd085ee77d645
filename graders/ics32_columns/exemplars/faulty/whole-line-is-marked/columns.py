class Columns:
    def _match(self) -> None:
        """Find out which of the frozen jewels match."""
        self._matched = set()
        for start in self._frozen:
            for direction in DIRECTIONS:
                if len(self._run(start, direction)) >= SHORTEST_RUN:
                    row, column = start
                    while 1 <= column <= self._columns and TOP <= row <= self._rows:
                        if self._frozen.get((row, column)) == self._frozen[start]:
                            self._matched.add((row, column))
                        row += direction[0]
                        column += direction[1]
