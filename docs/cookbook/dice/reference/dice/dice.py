"""Dice."""

import random


def roll(count):
    """Return the numbers of <count> dice, each from 1 to 6 by chance."""
    # starter, to do: write this function.
    # solution begins
    return [random.randint(1, 6) for _ in range(count)]
    # solution ends
