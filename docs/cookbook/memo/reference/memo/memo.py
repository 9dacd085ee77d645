"""Ways up the stairs."""


def ways(stairs, known={}):
    """Return in how many ways one gets up by one or two stairs at a time."""
    # starter, to do: write this function, fast enough for 200 stairs.
    # solution begins
    if stairs < 2:
        return 1
    if stairs not in known:
        known[stairs] = ways(stairs - 1) + ways(stairs - 2)
    return known[stairs]
    # solution ends
