"""Aligns two transcripts line by line: what is missing is told once, and all other lines stay
beside theirs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import starmap, takewhile, zip_longest

FARTHEST = 200
"""Lines of each that are aligned; what comes after is beside what has the same place."""


@dataclass(frozen=True, slots=True)
class Row:
    """What stands beside each other: places in the two transcripts, from 0; None where the other
    one has more.
    """

    expected: int | None
    got: int | None

    @property
    def alone(self) -> tuple[bool, bool]:
        """Whether the expected line stands alone, and whether the other one does."""
        return self.got is None, self.expected is None


def aligned(expected: Sequence[str], got: Sequence[str], begun: int = 0) -> list[Row]:
    """Return rows that hold every line of both once, in order; the first *begun* lines are known to
    be alike.
    """
    rows = [Row(place, place) for place in range(begun)]
    rest = begun + FARTHEST
    matcher = SequenceMatcher(
        None, expected[begun:rest], got[begun:rest], autojunk=False
    )
    for _, left, left_end, right, right_end in matcher.get_opcodes():
        rows += _beside(
            range(begun + left, begun + left_end),
            range(begun + right, begun + right_end),
        )
    rows += _beside(range(rest, len(expected)), range(rest, len(got)))
    return rows


def _beside(expected: range, got: range) -> Iterator[Row]:
    """Return rows of these places; the last ones of the longer range stand alone."""
    return starmap(Row, zip_longest(expected, got))


def gap(rows: Sequence[Row], place: int) -> tuple[int, int]:
    """Return how many lines of each side stand alone from *place* on: (expected, got), one of which
    is 0.
    """
    alone = rows[place].alone
    count = len(list(takewhile(lambda row: row.alone == alone, rows[place:])))
    expected_alone, got_alone = alone
    return count * expected_alone, count * got_alone
