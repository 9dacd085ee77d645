class NoEffectError(ColumnsError):
    """There is no faller, or one too many, or it cannot move there."""


class Columns:
    def create_faller(self, column: int, colours: Sequence[str]) -> None:
        """Let a faller appear at the top of <column>. Raises NoEffectError."""
        if self._faller is not None:
            raise NoEffectError('there is a faller already')
        self._faller = _Faller(column, colours)

    def rotate(self) -> None:
        """Put the faller's bottom jewel on top. Raises NoEffectError."""
        if self._faller is None:
            raise NoEffectError('there is no faller')
        self._faller.colours.insert(0, self._faller.colours.pop())

    def _move(self, step: int) -> None:
        """Move the faller <step> columns to the right. Raises NoEffectError."""
        if self._faller is None:
            raise NoEffectError('there is no faller')
        target = self._faller.column + step
        if target < 1 or target > self._columns or not self._has_room(target):
            raise NoEffectError('something is in the way')
        self._faller.column = target
