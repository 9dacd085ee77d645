"""The towers of Hanoi."""


def moves(discs, start="A", spare="B", end="C"):
    """Return the moves of <discs> discs from <start> to <end>, as pairs of towers."""
    # starter, to do: write this function.
    # solution begins
    if discs == 0:
        return []
    before = moves(discs - 1, start, end, spare)
    return before + [(start, end)] + moves(discs - 1, spare, start, end)
    # solution ends
