"""A function of a number."""


def new_module(number):
    """Return the sum of the digits of <number>, a whole number (0 or more): for 75 it is 12."""
    # starter: # TODO: write this function.
    # solution begins
    return sum(int(digit) for digit in str(number))
    # solution ends
