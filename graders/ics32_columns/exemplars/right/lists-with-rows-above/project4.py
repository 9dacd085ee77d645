from columns import EMPTY, FALLING, FROZEN, LANDED, MATCHED, Columns


def format_cell(cell) -> str:
    """Return the three characters that stand for <cell>."""
    left, right = MARKS[cell.state]
    return left + cell.colour + right
