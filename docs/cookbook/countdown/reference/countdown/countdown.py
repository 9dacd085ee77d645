"""Counting down."""


def countdown(start):
    """Yield the numbers from <start> down to 1."""
    # starter, to do: write this function.
    # solution begins
    while start > 0:
        yield start
        start -= 1
    # solution ends
