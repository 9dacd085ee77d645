"""Aligns two transcripts line by line: what is missing is told once, and all other lines stay
beside theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

FARTHEST = 200
"""Lines of each that are aligned; what comes after is beside what has the same place."""


@dataclass(frozen=True, slots=True)
class Row:
    """What stands beside each other: places in the two transcripts, from 0; None where the other
    one has more.
    """

    expected: int | None
    got: int | None


def aligned(expected: Sequence[str], got: Sequence[str], begun: int = 0) -> list[Row]:
    """Return rows that hold every line of both once, in order; the first *begun* lines are known to
    be alike.
    """
    rows = [Row(place, place) for place in range(begun)]
    want, have = expected[begun : begun + FARTHEST], got[begun : begun + FARTHEST]
    for kind, left, left_end, right, right_end in SequenceMatcher(
        None, want, have, autojunk=False
    ).get_opcodes():
        both = min(left_end - left, right_end - right) if kind in ("equal", "replace") else 0
        rows += [Row(begun + left + place, begun + right + place) for place in range(both)]
        rows += [Row(begun + place, None) for place in range(left + both, left_end)]
        rows += [Row(None, begun + place) for place in range(right + both, right_end)]
    rest = range(begun + FARTHEST, max(len(expected), len(got)))
    rows += [
        Row(place if place < len(expected) else None, place if place < len(got) else None)
        for place in rest
    ]
    return rows


def gap(rows: Sequence[Row], place: int) -> tuple[int, int]:
    """Return how many lines of each side stand alone from *place* on: (expected, got), one of which
    is 0.
    """
    row = rows[place]
    if row.expected is not None and row.got is not None:
        return 0, 0
    count = 0
    while (
        place + count < len(rows)
        and (rows[place + count].got is None) is (row.got is None)
        and (rows[place + count].expected is None) is (row.expected is None)
    ):
        count += 1
    return (count, 0) if row.got is None else (0, count)
