class Columns:
    def __init__(self, rows: int, columns: int,
                 contents: Optional[Sequence[str]] = None) -> None:
        """Make a game with an empty field, or one filled with <contents>."""
        self._rows = rows
        self._columns = columns
        self._frozen = {}
        self._matched = set()
        self._faller = None
        self._last = None
        self._over = False
        if contents is not None:
            self._fill(contents)
            self._settle()
            self._match()

    def rotate(self) -> None:
        """Put the faller's bottom jewel on top of its other two."""
        self._require_running()
        faller = self._faller or self._last
        if faller is not None:
            top, middle, bottom = faller.colours
            faller.colours = [bottom, top, middle]
            if self._faller is None:
                self._frozen.update(faller.jewels())

    def _move(self, step: int) -> None:
        """Move the faller <step> columns to the right, if that is possible."""
        self._require_running()
        faller = self._faller or self._last
        if faller is None:
            return
        target = faller.column + step
        if 1 <= target <= self._columns and all((row, target) not in self._frozen for row, _ in faller.jewels()):
            if self._faller is None:
                for place in faller.jewels():
                    self._frozen.pop(place, None)
            faller.column = target
            if self._faller is None:
                self._frozen.update(faller.jewels())

    def _freeze(self) -> None:
        """Make frozen jewels of the faller."""
        self._frozen.update(self._faller.jewels())
        self._last = self._faller
        self._faller = None
        self._match()
        self._end_if_stuck()
