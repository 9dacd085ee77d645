class Columns:
    def __init__(self, rows: int, columns: int,
                 contents: Optional[Sequence[str]] = None) -> None:
        """Make a game with an empty field, or one filled with <contents>."""
        self._rows = rows
        self._columns = columns
        self._frozen = {}
        self._matched = set()
        self._faller = None
        self._over = False
        if contents is not None:
            self._fill(contents)
            self._match()
            for place in self._matched:
                self._frozen[place] = self._frozen[place].lower()
            self._settle()
            self._matched = {place for place in self._frozen if self._frozen[place].islower()}
            for place in self._matched:
                self._frozen[place] = self._frozen[place].upper()
