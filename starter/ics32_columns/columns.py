# Your name and student number:

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


class Columns:
    """The state of one game: a field, and perhaps a faller in it.

    Rows are counted from the top of the field, columns from the left, both
    from 1.
    """

    def __init__(self, rows: int, columns: int,
                 contents: Optional[Sequence[str]] = None) -> None:
        """Make a game with an empty field, or one filled with <contents>.

        <contents> has one string for each row, from the top down, with one
        character for each column: a letter of COLOURS, or a space. The jewels
        fall down at once, and those that then match are marked as matched.

        Raises InvalidDimensionsError or InvalidContentsError.
        """
        pass

    def rows(self) -> int:
        """Return the number of rows of the field."""
        return 0

    def columns(self) -> int:
        """Return the number of columns of the field."""
        return 0

    def cell(self, row: int, column: int) -> Cell:
        """Return the cell of the field in <row> and <column>.

        Raises InvalidPlaceError.
        """
        return Cell(None, EMPTY)

    def is_over(self) -> bool:
        """Return whether this game has ended."""
        return False

    def create_faller(self, column: int, colours: Sequence[str]) -> None:
        """Let a faller appear at the top of <column>.

        <colours> are those of its jewels, from top to bottom; only the last
        jewel is in the field at first. Nothing happens if there already is a
        faller, or if matched jewels are about to vanish. If the column is
        full, there is no room for a faller, and the game is over.

        Raises InvalidPlaceError, InvalidFallerError or GameIsOverError.
        """
        pass

    def rotate(self) -> None:
        """Move the faller's bottom jewel on top of the other two.

        Nothing happens without a faller. Raises GameIsOverError.
        """
        pass

    def move_left(self) -> None:
        """Move the faller one column to the left, if that is possible.

        It is not possible if the field ends there, or if a frozen jewel is
        right beside one of the faller's. Raises GameIsOverError.
        """
        pass

    def move_right(self) -> None:
        """Move the faller one column to the right, if that is possible.

        See move_left.
        """
        pass

    def tick(self) -> None:
        """Let one unit of time pass.

        The first possible event happens: matched jewels vanish and the jewels
        above them drop; a falling faller falls by one row; a landed faller
        freezes. After jewels drop or freeze, there may be new matches. If
        there are none, and a jewel is still above the field, the game is
        over.

        Raises GameIsOverError.
        """
        pass
