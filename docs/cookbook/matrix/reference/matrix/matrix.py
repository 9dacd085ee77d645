"""Matrices, as lists of rows."""


def product(a, b):
    """Return the product of two matrices that fit."""
    # starter, to do: write this function.
    # solution begins
    columns = list(zip(*b))
    return [[sum(x * y for x, y in zip(row, column)) for column in columns] for row in a]
    # solution ends
