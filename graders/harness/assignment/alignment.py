"""Aligns two transcripts line by line, so that a missing line does not shift all others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import starmap, takewhile, zip_longest

FARTHEST = 200
"""Lines of each transcript that are aligned; later lines are paired by their index."""


@dataclass(frozen=True, slots=True)
class AlignedRow:
    """Indexes of two lines that are shown side by side; None if a side has no line."""

    expected: int | None
    got: int | None

    @property
    def alone(self) -> tuple[bool, bool]:
        """Whether the expected line is alone, and whether the actual line is."""
        return self.got is None, self.expected is None


def aligned(
    expected: Sequence[str], got: Sequence[str], begun: int = 0
) -> list[AlignedRow]:
    """Return rows with every line of both, in order; the first *begun* lines are equal."""
    rows = [AlignedRow(index, index) for index in range(begun)]
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


def _beside(expected: range, got: range) -> Iterator[AlignedRow]:
    """Return rows of these indexes; the last indexes of the longer range are alone."""
    return starmap(AlignedRow, zip_longest(expected, got))


def gap(rows: Sequence[AlignedRow], index: int) -> tuple[int, int]:
    """Return the numbers of lines (expected, got) that are alone from *index* on; one is 0."""
    alone = rows[index].alone
    alike = takewhile(lambda at: rows[at].alone == alone, range(index, len(rows)))
    count = sum(1 for _ in alike)
    expected_alone, got_alone = alone
    return count * expected_alone, count * got_alone
