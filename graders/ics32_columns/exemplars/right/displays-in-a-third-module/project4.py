import display
from columns import Columns

del MARKS, format_row, format_cell, format_floor


def show(game: Columns) -> None:
    """Print the field, and that <game> is over once it is."""
    display.show(game)
