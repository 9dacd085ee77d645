def format_cell(cell: Cell) -> str:
    """Return the three characters for <cell>."""
    left, right = MARKS[cell.state]
    colour = ' ' if cell.colour is None else cell.colour.lower()
    return left + colour + right
