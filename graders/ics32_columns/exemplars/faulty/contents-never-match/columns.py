class Columns:
    def __init__(self, rows: int, columns: int,
                 contents: Optional[Sequence[str]] = None) -> None:
        """Make a game with an empty field, or one filled with <contents>."""
        if rows < FEWEST_ROWS or columns < FEWEST_COLUMNS:
            raise InvalidDimensionsError('too small')
        self._rows = rows
        self._columns = columns
        self._frozen = {}
        self._matched = set()
        self._faller = None
        self._over = False
        if contents is not None:
            self._fill(contents)
            self._settle()
