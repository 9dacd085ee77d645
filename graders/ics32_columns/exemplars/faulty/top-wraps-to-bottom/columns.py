class Columns:
    def _run(self, start: Place, direction: Tuple[int, int]) -> List[Place]:
        """Return the places from <start> on, in <direction>, of its colour."""
        row, column = start
        run = []
        while (self._frozen.get((row, column)) == self._frozen[start]
               and row >= TOP and (row, column) not in run):
            run.append((row, column))
            row += direction[0]
            column += direction[1]
            if row < TOP:
                row += self._rows
        return run
