class Odd(Exception):
    """Raises itself when it is looked at."""

    def __str__(self):
        raise self

    __repr__ = __str__


class PerimeterGoal:
    def description(self):
        """Describe this goal."""
        raise Odd


class BlobGoal:
    def description(self):
        """Describe this goal."""
        raise Odd
