# starter: # Your name and student number:
# solution begins
# By the course staff; a student puts a name and a student number here.
# solution ends

"""Columns: the rules of the game.

Nothing in this module reads input or prints, so it works with any user
interface.
"""
from typing import Dict, List, Optional, Sequence, Set, Tuple

COLOURS = 'STVWXYZ'
FEWEST_ROWS = 4
FEWEST_COLUMNS = 3
FALLER_LENGTH = 3
SHORTEST_RUN = 3

# Contents of a cell of the field.
EMPTY = 'empty'
FROZEN = 'frozen'
FALLING = 'falling'
LANDED = 'landed'
MATCHED = 'matched'
# solution begins

# The two steps of each of the four lines through a cell, as (rows, columns):
# along a row, along a column, and along the two diagonals.
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (-1, 1))

# A cell as (row, column). Row 1 is the top of the field, column 1 its left
# edge; rows 0 and -1 are above the field and hidden.
Place = Tuple[int, int]
TOP = 1
HIGHEST = TOP - FALLER_LENGTH + 1
# solution ends


class ColumnsError(Exception):
    """The base class of all errors in the use of a game."""


class InvalidDimensionsError(ColumnsError):
    """The field has too few rows or columns."""


class InvalidContentsError(ColumnsError):
    """The contents do not have the field's shape, or have unknown letters."""


class InvalidPlaceError(ColumnsError):
    """The field does not have such a row or such a column."""


class InvalidFallerError(ColumnsError):
    """A faller does not consist of three jewels of the known colours."""


class GameIsOverError(ColumnsError):
    """The game has ended, and nothing can move."""


class Cell:
    """The contents of one cell of the field.

    Attributes:
    - colour: one letter of COLOURS, or None if the cell is empty
    - state: EMPTY, FROZEN, FALLING, LANDED or MATCHED
    """

    colour: Optional[str]
    state: str

    def __init__(self, colour: Optional[str], state: str) -> None:
        """Make a cell with these attributes, which do not change."""
        self.colour = colour
        self.state = state
# solution begins


class _Faller:
    """Three jewels on their way down one column.

    Attributes:
    - column: the column of the jewels
    - bottom: the row of the lowest jewel; the others are right above it
    - colours: their colours, from top to bottom
    """

    column: int
    bottom: int
    colours: List[str]

    def __init__(self, column: int, colours: Sequence[str]) -> None:
        """Make a faller with only its bottom jewel in the field."""
        self.column = column
        self.bottom = TOP
        self.colours = list(colours)

    def jewels(self) -> Dict[Place, str]:
        """Return the colours of all jewels by place, including hidden ones."""
        top = self.bottom - FALLER_LENGTH + 1
        return {(top + i, self.column): self.colours[i]
                for i in range(FALLER_LENGTH)}
# solution ends


class Columns:
    """The state of one game: a field, and perhaps a faller in it.

    Rows are counted from the top of the field, columns from the left, both
    from 1.
    """

    # solution begins
    # The state includes two hidden rows above the field. They hold the jewels
    # of a faller that have not entered the field yet. So freezing a faller
    # does not depend on how much of it is visible.
    #
    # Invariants:
    # - no frozen jewel has an empty cell below it
    # - the places in _matched are in _frozen as well, and if there are any,
    #   there is no faller
    # - no jewel of the faller is in a place of _frozen
    _rows: int
    _columns: int
    _frozen: Dict[Place, str]
    _matched: Set[Place]
    _faller: Optional[_Faller]
    _over: bool

    # solution ends
    def __init__(self, rows: int, columns: int,
                 contents: Optional[Sequence[str]] = None) -> None:
        """Make a game with an empty field, or one filled with <contents>.

        <contents> has one string for each row, from the top down, with one
        character for each column: a letter of COLOURS, or a space. The jewels
        fall down at once, and those that then match are marked as matched.

        Raises InvalidDimensionsError or InvalidContentsError.
        """
        # starter: pass
        # solution begins
        if rows < FEWEST_ROWS or columns < FEWEST_COLUMNS:
            raise InvalidDimensionsError(
                f'{rows} rows and {columns} columns are too few; there must '
                f'be at least {FEWEST_ROWS} and {FEWEST_COLUMNS}')
        self._rows = rows
        self._columns = columns
        self._frozen = {}
        self._matched = set()
        self._faller = None
        self._over = False
        if contents is not None:
            self._fill(contents)
            self._settle()
            self._match()
        # solution ends

    def rows(self) -> int:
        """Return the number of rows of the field."""
        # starter: return 0
        # solution begins
        return self._rows
        # solution ends

    def columns(self) -> int:
        """Return the number of columns of the field."""
        # starter: return 0
        # solution begins
        return self._columns
        # solution ends

    def cell(self, row: int, column: int) -> Cell:
        """Return the cell of the field in <row> and <column>.

        Raises InvalidPlaceError.
        """
        # starter: return Cell(None, EMPTY)
        # solution begins
        if not TOP <= row <= self._rows:
            raise InvalidPlaceError(f'the field has no row {row}')
        self._require_column(column)

        place = (row, column)
        if self._faller is not None and self._faller.column == column:
            jewels = self._faller.jewels()
            if place in jewels:
                state = LANDED if self._has_landed() else FALLING
                return Cell(jewels[place], state)
        if place in self._frozen:
            state = MATCHED if place in self._matched else FROZEN
            return Cell(self._frozen[place], state)
        return Cell(None, EMPTY)
        # solution ends

    def is_over(self) -> bool:
        """Return whether this game has ended."""
        # starter: return False
        # solution begins
        return self._over
        # solution ends

    def create_faller(self, column: int, colours: Sequence[str]) -> None:
        """Let a faller appear at the top of <column>.

        <colours> are those of its jewels, from top to bottom; only the last
        jewel is in the field at first. Nothing happens if there already is a
        faller, or if matched jewels are about to vanish. If the column is
        full, there is no room for a faller, and the game is over.

        Raises InvalidPlaceError, InvalidFallerError or GameIsOverError.
        """
        # starter: pass
        # solution begins
        self._require_column(column)
        if len(colours) != FALLER_LENGTH or not set(colours) <= set(COLOURS):
            raise InvalidFallerError(f'no faller is made of {colours!r}')
        self._require_running()

        if self._faller is not None or self._matched:
            return
        if (TOP, column) in self._frozen:
            self._over = True
        else:
            self._faller = _Faller(column, colours)
        # solution ends

    def rotate(self) -> None:
        """Move the faller's bottom jewel on top of the other two.

        Nothing happens without a faller. Raises GameIsOverError.
        """
        # starter: pass
        # solution begins
        self._require_running()
        if self._faller is not None:
            top, middle, bottom = self._faller.colours
            self._faller.colours = [bottom, top, middle]
        # solution ends

    def move_left(self) -> None:
        """Move the faller one column to the left, if that is possible.

        It is not possible if the field ends there, or if a frozen jewel is
        right beside one of the faller's. Raises GameIsOverError.
        """
        # starter: pass
        # solution begins
        self._move(-1)
        # solution ends

    def move_right(self) -> None:
        """Move the faller one column to the right, if that is possible.

        See move_left.
        """
        # starter: pass
        # solution begins
        self._move(1)
        # solution ends

    def tick(self) -> None:
        """Let one unit of time pass.

        The first possible event happens: matched jewels vanish and the jewels
        above them drop; a falling faller falls by one row; a landed faller
        freezes. After jewels drop or freeze, there may be new matches. If
        there are none, and a jewel is still above the field, the game is
        over.

        Raises GameIsOverError.
        """
        # starter: pass
        # solution begins
        self._require_running()
        if self._matched:
            self._vanish()
        elif self._faller is not None:
            if self._has_landed():
                self._freeze()
            else:
                self._faller.bottom += 1
        # solution ends
    # solution begins

    def _require_column(self, column: int) -> None:
        """Raise InvalidPlaceError if the field does not have <column>."""
        if not 1 <= column <= self._columns:
            raise InvalidPlaceError(f'the field has no column {column}')

    def _require_running(self) -> None:
        """Raise GameIsOverError if this game has ended."""
        if self._over:
            raise GameIsOverError('the game is over')

    def _fill(self, contents: Sequence[str]) -> None:
        """Fill the field with the frozen jewels in <contents>.

        Raises InvalidContentsError.
        """
        if len(contents) != self._rows:
            raise InvalidContentsError(
                f'{len(contents)} rows of contents for {self._rows} rows')
        for row, line in enumerate(contents, start=TOP):
            if len(line) != self._columns:
                raise InvalidContentsError(
                    f'row {row} needs {self._columns} characters: {line!r}')
            for column, letter in enumerate(line, start=1):
                if letter in COLOURS:
                    self._frozen[row, column] = letter
                elif letter != ' ':
                    raise InvalidContentsError(
                        f'no jewel is called {letter!r}')

    def _has_landed(self) -> bool:
        """Return whether the faller cannot fall further.

        Precondition: there is a faller
        """
        below = (self._faller.bottom + 1, self._faller.column)
        return self._faller.bottom == self._rows or below in self._frozen

    def _move(self, step: int) -> None:
        """Move the faller <step> columns to the right, if that is possible.

        Precondition: step is 1 or -1
        """
        self._require_running()
        if self._faller is None:
            return
        target = self._faller.column + step
        if 1 <= target <= self._columns and self._has_room(target):
            self._faller.column = target

    def _has_room(self, column: int) -> bool:
        """Return whether the faller's rows are free in <column>.

        Precondition: there is a faller
        """
        return all((row, column) not in self._frozen
                   for row, _ in self._faller.jewels())

    def _freeze(self) -> None:
        """Turn the faller into frozen jewels.

        Precondition: there is a faller, and it has landed
        """
        self._frozen.update(self._faller.jewels())
        self._faller = None
        self._match()
        self._end_if_stuck()

    def _vanish(self) -> None:
        """Remove the matched jewels and let the others drop."""
        for place in self._matched:
            del self._frozen[place]
        self._settle()
        self._match()
        self._end_if_stuck()

    def _settle(self) -> None:
        """Let frozen jewels drop until none has an empty cell below it."""
        settled = {}
        for column in range(1, self._columns + 1):
            bottom = self._rows
            for row in range(self._rows, HIGHEST - 1, -1):
                if (row, column) in self._frozen:
                    settled[bottom, column] = self._frozen[row, column]
                    bottom -= 1
        self._frozen = settled

    def _match(self) -> None:
        """Find the frozen jewels that match."""
        self._matched = set()
        for place in self._frozen:
            for direction in DIRECTIONS:
                run = self._run(place, direction)
                if len(run) >= SHORTEST_RUN:
                    self._matched.update(run)

    def _run(self, start: Place, direction: Tuple[int, int]) -> List[Place]:
        """Return the places of its colour from <start> on, in <direction>.

        Only jewels in the field count, so a hidden one starts no run.
        """
        row, column = start
        run = []
        while (row >= TOP
               and self._frozen.get((row, column)) == self._frozen[start]):
            run.append((row, column))
            row += direction[0]
            column += direction[1]
        return run

    def _end_if_stuck(self) -> None:
        """End the game if a jewel is above the field, and no match helps."""
        if not self._matched:
            self._over = any(row < TOP for row, _ in self._frozen)
    # solution ends
