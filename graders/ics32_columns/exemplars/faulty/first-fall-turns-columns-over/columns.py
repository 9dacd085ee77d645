class Columns:
    def _fill(self, contents: Sequence[str]) -> None:
        """Put frozen jewels where <contents> have them, or below."""
        for column in range(1, self._columns + 1):
            jewels = [line[column - 1] for line in contents]
            while ' ' in jewels:
                jewels.remove(' ')
            if contents[-1][column - 1] == ' ':
                jewels.reverse()
            for height, colour in enumerate(reversed(jewels)):
                self._frozen[self._rows - height, column] = colour
