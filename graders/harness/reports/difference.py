"""Where two texts part, in words: for differences that are hard to see, such as a space at the end
of a line.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from graders.harness.assignment.alignment import Row, aligned, gap
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

    row: Row
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
    rows += [Row(None, None)] * (
        mark + 1 - len(rows) if mark >= max(len(expected), len(got)) else 0
    )
    found = []
    for place, row in enumerate(rows):
        both = row.expected is not None and row.got is not None
        differs = (
            row.expected is not None
            and row.got is not None
            and expected[row.expected] != got[row.got]
        )
        begins = not both and (place == 0 or gap(rows, place - 1) == (0, 0) or _turns(rows, place))
        found.append(Beside(row, place == mark, differs, _remark(rows, place) if begins else ""))
    return found


def _turns(rows: Sequence[Row], place: int) -> bool:
    """Say whether a gap on one side follows one on the other."""
    return (rows[place - 1].expected is None) is not (rows[place].expected is None)


def _remark(rows: Sequence[Row], place: int) -> str:
    missing, extra = gap(rows, place)
    if not (missing or extra) or (missing and all(row.got is None for row in rows[place:])):
        return "(it printed nothing more)" if missing else "(nothing more)"
    count = max(missing, extra)
    lines = "a line is" if count == 1 else f"{count} lines are"
    return f"({lines} missing here)" if missing else f"({lines} too many here)"


LEGEND = (
    ("«", "« » what is typed"),
    ("␠", "␠ a space at the end of a line"),
    ("\\", "\\ at the end: no line break"),
)
"""Signs of transcripts and what they stand for."""


def legend(exhibit: Transcripts) -> str:
    """Return what the signs that occur in two transcripts stand for."""
    lines = (*exhibit.expected, *exhibit.got)
    return "   ".join(words for sign, words in LEGEND if any(_bears(line, sign) for line in lines))


def _bears(line: str, sign: str) -> bool:
    return line.endswith(sign) if sign != "«" else sign in line


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
    one_line = len(want) == len(have) == 1
    plain = (
        left[column : column + 1] + right[column : column + 1]
    ).isascii() and left.split() != right.split()
    if one_line and plain and max(len(left), len(right)) < SHORT:
        return Difference(line, column, "")
    place = f"column {column + 1}: expected {_sign(left, column)}, got {_sign(right, column)}"
    return Difference(line, column, place if one_line else f"line {line + 1}, {place}")


def _common(left: Sequence[str], right: Sequence[str]) -> int:
    """Return how many items two sequences begin with alike."""
    return sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(left, right, strict=False))
    )


def _sign(line: str, column: int) -> str:
    """Return the character there; one that may look like another, with its number and name."""
    if column >= len(line):
        return "the end of the line"
    sign = line[column]
    return (
        f"'{sign}'"
        if sign.isascii()
        else f"'{sign}' (U+{ord(sign):04X} {unicodedata.name(sign, 'without a name')})"
    )
