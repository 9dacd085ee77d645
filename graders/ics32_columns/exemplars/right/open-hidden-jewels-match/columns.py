class Columns:
    def _run(self, start: Place, direction: Tuple[int, int]) -> List[Place]:
        """Return the places from <start> on, in <direction>, of its colour."""
        row, column = start
        run = []
        while self._frozen.get((row, column)) == self._frozen[start]:
            run.append((row, column))
            row += direction[0]
            column += direction[1]
        return run
