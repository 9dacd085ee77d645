"""Where two texts part, in words: for differences that are hard to see, such as a space at the end
of a line.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from graders.harness.assignment.alignment import AlignedRow, aligned, gap
from graders.harness.result import Transcripts

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


@dataclass(frozen=True, slots=True)
class Beside:
    """One row of two transcripts."""

    row: AlignedRow
    marked: bool
    """Whether it is the first difference."""
    differs: bool
    """Whether both sides have a line here, and not the same one."""
    remark: str
    """What is said in place of the side that has no line here; empty but in the first row of a gap.
    """


def side_by_side(exhibit: Transcripts) -> list[Beside]:
    """Return the rows of two transcripts; lines that one of them lacks are one remark."""
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
        besides.append(Beside(row, index == mark, differs, remark))
    return besides


def _begins_gap(rows: Sequence[AlignedRow], index: int) -> bool:
    """Return whether the row before has both lines, or lacks the line of the other side."""
    if index == 0 or gap(rows, index - 1) == (0, 0):
        return True
    return (rows[index - 1].expected is None) is not (rows[index].expected is None)


def _remark(rows: Sequence[AlignedRow], index: int) -> str:
    """Return the words for the lines that one side lacks from *index* on."""
    missing, extra = gap(rows, index)
    if not (missing or extra):
        return "(nothing more)"
    if missing and all(row.got is None for row in rows[index:]):
        return "(it printed nothing more)"
    count = max(missing, extra)
    lines = "a line is" if count == 1 else f"{count} lines are"
    return f"({lines} missing here)" if missing else f"({lines} too many here)"


LEGEND = (
    ("«", "« » what is typed"),
    ("␠\n", "␠ a space at the end of a line"),
    ("\\\n", "\\ at the end: no line break"),
)
"""Signs of transcripts, some at the end of a line, and what they stand for."""


def legend(exhibit: Transcripts) -> str:
    """Return what the signs that occur in two transcripts stand for."""
    lines = (*exhibit.expected, *exhibit.got)
    text = "\n".join([*lines, ""])
    return "   ".join(words for sign, words in LEGEND if sign in text)


def parting(left: str, right: str) -> tuple[int, int]:
    """Return how many characters two lines begin with alike, and end with alike after that."""
    begin = _common(left, right)
    end = _common(left[begin:][::-1], right[begin:][::-1])
    return begin, end


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
    place = f"column {column + 1}: expected {_sign(left, column)}, got {_sign(right, column)}"
    if len(want) > 1 or len(have) > 1:
        return Difference(line, column, f"line {line + 1}, {place}")
    differing = left[column : column + 1] + right[column : column + 1]
    plain = differing.isascii() and left.split() != right.split()
    if plain and max(len(left), len(right)) < SHORT:
        return Difference(line, column, "")
    return Difference(line, column, place)


def _common(left: Sequence[str], right: Sequence[str]) -> int:
    """Return how many items two sequences begin with alike."""
    pairs = zip(left, right, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _sign(line: str, column: int) -> str:
    """Return the character there; one that may look like another, with its number and name."""
    if column >= len(line):
        return "the end of the line"
    sign = line[column]
    if sign.isascii():
        return f"'{sign}'"
    return f"'{sign}' (U+{ord(sign):04X} {unicodedata.name(sign, 'without a name')})"
