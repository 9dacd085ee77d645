"""Aligns two transcripts line by line, so that a missing line does not shift all others.

Reactions to the same typed line stand beside each other. If they have as many lines, so do their
lines: a picture that differs in some rows is shown beside the right one, and not shifted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import starmap, takewhile, zip_longest

from graders.harness.assignment.notation import typed_on

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


def aligned(expected: Sequence[str], got: Sequence[str], begun: int = 0) -> list[AlignedRow]:
    """Return rows with every line of both, in order; the first *begun* lines are equal.

    Lines up to the same typed line belong together.
    """
    rows = [AlignedRow(index, index) for index in range(begun)]
    left = right = begun
    end = begun + FARTHEST
    for left_end, right_end in [
        *_typed_alike(expected[:end], got[:end], begun),
        (min(end, len(expected)), min(end, len(got))),
    ]:
        rows += _part(expected, got, range(left, left_end), range(right, right_end))
        left, right = left_end, right_end
    rows += _beside(range(end, len(expected)), range(end, len(got)))
    return rows


def _typed_alike(
    expected: Sequence[str], got: Sequence[str], begun: int
) -> Iterator[tuple[int, int]]:
    """Yield the indexes after each pair of typed lines, up to the first that are not alike."""
    sides = (
        [(index, typed_on(lines[index])) for index in range(begun, len(lines))]
        for lines in (expected, got)
    )
    typed = ([line for line in side if line[1] is not None] for side in sides)
    pairs = zip(*typed, strict=False)
    for (left, _due), (right, _have) in takewhile(lambda pair: pair[0][1] == pair[1][1], pairs):
        yield left + 1, right + 1


def _part(
    expected: Sequence[str], got: Sequence[str], left: range, right: range
) -> Iterator[AlignedRow]:
    """Return rows of these lines: side by side if they are as many, else by what is alike."""
    if len(left) == len(right):
        yield from _beside(left, right)
        return
    matcher = SequenceMatcher(
        None,
        [expected[index] for index in left],
        [got[index] for index in right],
        autojunk=False,
    )
    for _, begin, end, other_begin, other_end in matcher.get_opcodes():
        yield from _beside(left[begin:end], right[other_begin:other_end])


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
