"""Drawing with text."""


def box(width, height):
    """Return the lines of an empty box, at least 2 wide and high."""
    # starter, to do: write this function.
    # solution begins
    edge = "+" + "-" * (width - 2) + "+"
    side = "|" + " " * (width - 2) + "|"
    return [edge, *[side] * (height - 2), edge]
    # solution ends
