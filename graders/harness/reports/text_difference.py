"""The first difference of two texts, in words if it is hard to see, such as a trailing space."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from graders.harness.assignment.alignment import AlignedRow, aligned, gap
from graders.harness.result import Transcripts

SHORT = 40
"""Lengths up to which a difference between two values on a line is easy to see."""

BRACKETS = ("[", "(", "{")
"""First signs of a list and the like, as the grader writes them: a student sees no such columns."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first difference of a text from the expected one."""

    line: int
    """From 0; may be one past the end of either text."""
    column: int
    """From 0, within the line."""
    words: str
    """Position and characters; "" if the difference is easy to see."""


@dataclass(frozen=True, slots=True)
class SideBySideRow:
    """A row of two transcripts."""

    row: AlignedRow
    marked: bool
    """Whether this is the first difference."""
    differs: bool
    """Whether both sides have a line here and they differ."""
    remark: str
    """The text shown for the missing side, in the first row of a gap; else ""."""


def side_by_side(exhibit: Transcripts) -> list[SideBySideRow]:
    """Return the rows of two transcripts; a gap has a single remark."""
    expected, got, mark = exhibit.expected, exhibit.got, exhibit.mark
    rows = aligned(expected, got, min(mark, len(expected), len(got)))
    if mark >= max(len(expected), len(got)):
        rows += [AlignedRow(None, None)] * (mark + 1 - len(rows))
    besides = []
    for index, row in enumerate(rows):
        differs, remark = False, ""
        if row.expected is not None and row.got is not None:
            differs = expected[row.expected] != got[row.got]
        elif _begins_gap(rows, index):
            remark = _remark(rows, index)
        besides.append(SideBySideRow(row, index == mark, differs, remark))
    return besides


def _begins_gap(rows: Sequence[AlignedRow], index: int) -> bool:
    """Return whether a gap begins at *index*: the row before has both lines, or lacks the other
    side's.
    """
    if index == 0 or not any(rows[index - 1].alone):
        return True
    return (rows[index - 1].expected is None) is not (rows[index].expected is None)


def _remark(rows: Sequence[AlignedRow], index: int) -> str:
    """Return the remark on the lines missing from *index* on."""
    missing, extra = gap(rows, index)
    if not (missing or extra):
        return "(nothing more)"
    if missing and all(row.got is None for row in rows[index:]):
        return "(it printed nothing more)"
    if extra:
        return "(nothing is due here)"
    return "(a line is missing here)" if missing == 1 else f"({missing} lines are missing here)"


LEGEND = (
    ("«", "« » input"),
    ("␠\n", "␠ a space at the end of a line"),
    ("\\\n", "\\ at the end: no line break"),
)
"""Signs in transcripts (some only at the end of a line) and their meaning."""


def legend(exhibit: Transcripts) -> str:
    """Return the meaning of the signs in two transcripts."""
    lines = (*exhibit.expected, *exhibit.got)
    text = "\n".join([*lines, ""])
    return "   ".join(words for sign, words in LEGEND if sign in text)


def parting(left: str, right: str) -> tuple[int, int]:
    """Return the lengths of the common prefix of two lines, and of the common suffix after it."""
    begin = _common(left, right)
    end = _common(left[begin:][::-1], right[begin:][::-1])
    return begin, end


def first_difference(expected: str, got: str) -> Difference | None:
    """Return the first difference of *got* from *expected*, or None."""
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
    position = f"column {column + 1}: expected {_sign(left, column)}, got {_sign(right, column)}"
    if len(want) > 1 or len(have) > 1:
        return Difference(line, column, f"line {line + 1}, {position}")
    differing = left[column : column + 1] + right[column : column + 1]
    plain = differing.isascii() and left.split() != right.split()
    is_written_by_us = left[:1] in BRACKETS and right[:1] in BRACKETS
    if plain and (is_written_by_us or max(len(left), len(right)) < SHORT):
        return Difference(line, column, "")
    return Difference(line, column, position)


def _common(left: Sequence[str], right: Sequence[str]) -> int:
    """Return the length of the common prefix of two sequences."""
    pairs = zip(left, right, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _sign(line: str, column: int) -> str:
    """Return the character there; a non-ASCII one with its code point and name."""
    if column >= len(line):
        return "the end of the line"
    sign = line[column]
    if sign.isascii():
        return f"'{sign}'"
    return f"'{sign}' (U+{ord(sign):04X} {unicodedata.name(sign, 'without a name')})"
