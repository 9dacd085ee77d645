"""Vectors of two numbers."""


class Vector:
    """A vector (x, y)."""

    def __init__(self, x, y):
        self.x = x
        self.y = y

    # starter, to do: write __add__, __eq__ and __repr__, such as Vector(1, 2).
    # solution begins
    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __eq__(self, other):
        return (self.x, self.y) == (other.x, other.y)

    def __repr__(self):
        return f"Vector({self.x}, {self.y})"

    # solution ends
