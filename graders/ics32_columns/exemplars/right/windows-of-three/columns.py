del DIRECTIONS


class Columns:
    del _run

    def _match(self) -> None:
        """Find out which of the frozen jewels match."""
        self._matched = set()
        for row in range(1, self._rows + 1):
            for column in range(1, self._columns + 1):
                across = [(row, column), (row, column + 1), (row, column + 2)]
                down = [(row, column), (row + 1, column), (row + 2, column)]
                falling = [(row, column), (row + 1, column + 1), (row + 2, column + 2)]
                rising = [(row + 2, column), (row + 1, column + 1), (row, column + 2)]
                for window in (across, down, falling, rising):
                    first, second, third = [self._frozen.get(place, '') for place in window]
                    if first != '' and first == second == third:
                        self._matched.update(window)
