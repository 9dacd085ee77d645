"""Where two texts part, in words: for differences that are hard to see, such as a space at the end of a line."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

SHORT = 40
"""Characters up to which two values on a line are plain to see."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place where a text is not as expected."""

    line: int
    """From 0; it may be one past the end of either text."""
    column: int
    """From 0, within that line."""
    words: str
    """Where it is and what stands there; empty where that is plain to see."""


def first_difference(expected: str, got: str) -> Difference | None:
    """Return where *got* leaves *expected*; None where they are equal."""
    if expected == got:
        return None
    want, have = expected.split("\n"), got.split("\n")
    line = _common(want, have)
    if line == len(have):
        return Difference(line, 0, f"line {line + 1} is missing")
    if line == len(want):
        return Difference(line, 0, f"line {line + 1} is one too many")
    left, right = want[line], have[line]
    column = _common(left, right)
    one_line = len(want) == len(have) == 1
    plain = (left[column : column + 1] + right[column : column + 1]).isascii() and left.split() != right.split()
    if one_line and plain and max(len(left), len(right)) < SHORT:
        return Difference(line, column, "")
    place = f"column {column + 1}: expected {_sign(left, column)}, got {_sign(right, column)}"
    return Difference(line, column, place if one_line else f"line {line + 1}, {place}")


def _common(left: Sequence[str], right: Sequence[str]) -> int:
    """Return how many items two sequences begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(left, right, strict=False)))


def _sign(line: str, column: int) -> str:
    """Return the character there; one that may look like another, with its number and name."""
    if column >= len(line):
        return "the end of the line"
    sign = line[column]
    return f"'{sign}'" if sign.isascii() else f"'{sign}' (U+{ord(sign):04X} {unicodedata.name(sign, 'without a name')})"
