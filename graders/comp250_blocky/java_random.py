"""``java.util.Random`` in Python, and the board for a seed: a second witness beside the reference (spec 3.1, 5)."""

from __future__ import annotations

from math import exp
from typing import Any

_MULTIPLIER = 0x5DEECE66D
_MASK = (1 << 48) - 1


class JavaRandom:
    """A generator that returns the numbers of ``new java.util.Random(seed)``."""

    def __init__(self, seed: int) -> None:
        self._state = (seed ^ _MULTIPLIER) & _MASK
        self.steps = 0
        """Number of steps so far: one for each integer below four, two for each double."""

    def next(self, bits: int) -> int:
        """Advance by one step; return the top *bits* bits."""
        self.steps += 1
        self._state = (self._state * _MULTIPLIER + 0xB) & _MASK
        return self._state >> (48 - bits)

    def next_double(self) -> float:
        """Return the result of ``nextDouble()``."""
        high = self.next(26)
        return ((high << 27) + self.next(27)) / (1 << 53)

    def next_colour(self) -> int:
        """Return the result of ``nextInt(4)``."""
        return self.next(31) >> 29


def random_cells(gen: JavaRandom, level: int, max_depth: int) -> Any:
    """Return the cells of the block that ``new Block(level, maxDepth)`` makes."""
    if level < max_depth and gen.next_double() < exp(-0.25 * level):
        return [random_cells(gen, level + 1, max_depth) for _ in range(4)]
    return gen.next_colour()
