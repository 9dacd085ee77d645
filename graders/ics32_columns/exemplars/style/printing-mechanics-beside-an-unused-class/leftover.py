# By the course staff; a student puts a name and a student number here.
"""A board that an earlier program had."""


class Board:
    """Rows of cells."""

    def __init__(self, rows: int) -> None:
        """Make a board of <rows> empty rows."""
        self.rows = [''] * rows
