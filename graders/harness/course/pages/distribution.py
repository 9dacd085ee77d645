"""The distribution of a class's marks: of each part, of the total, and of the whole."""

from __future__ import annotations

import enum
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from graders.harness.course.pages.gradebook import (
    marked_parts,
    part_marks,
    task_marks,
    tasks_of,
)
from graders.harness.reports.document.model import Bin
from graders.harness.result import Result, adjusted, total, whole

BINS = 10


@dataclass(frozen=True, slots=True)
class Distribution:
    """The marks of several people; exact."""

    count: int
    mean: Fraction
    deviation: Fraction | None
    """The standard deviation of a sample; None for one mark."""
    median: Fraction
    quartiles: tuple[Fraction, Fraction]
    """The first and the third, interpolated between the nearest marks."""
    lowest: Fraction
    highest: Fraction
    out_of: Fraction
    bins: tuple[Bin, ...]


class PartKind(enum.Enum):
    """The kinds of marks of a person."""

    TASK = "task"
    ADJUSTMENTS = "adjustments"
    TOTAL = "total"
    """Of the automatic part, with adjustments."""
    TUTOR = "tutor"
    WHOLE = "whole"


@dataclass(frozen=True, slots=True)
class PartMarks:
    """The marks of a part, or of a sum of parts."""

    name: str
    kind: PartKind
    marks: Distribution


def distribution_of(marks: Iterable[Fraction], out_of: Fraction) -> Distribution:
    """Return the distribution of one mark or more."""
    ordered = sorted(marks)
    first, _, third = (
        statistics.quantiles(ordered, n=4, method="inclusive") if len(ordered) > 1 else ordered * 3
    )
    counts = Counter(_bin_of(mark, out_of) for mark in ordered)
    bins = (
        Bin(out_of * index / BINS, out_of * (index + 1) / BINS, counts[index])
        for index in range(BINS)
    )
    return Distribution(
        count=len(ordered),
        mean=sum(ordered, Fraction(0)) / len(ordered),
        deviation=Fraction(statistics.stdev(ordered)) if len(ordered) > 1 else None,
        median=statistics.median(ordered),
        quartiles=(first, third),
        lowest=ordered[0],
        highest=ordered[-1],
        out_of=out_of,
        bins=tuple(bins),
    )


def _bin_of(mark: Fraction, out_of: Fraction) -> int:
    if out_of <= 0:
        return 0
    return min(max(mark * BINS // out_of, 0), BINS - 1)


def parts_of(graded: Sequence[Result]) -> tuple[PartMarks, ...]:
    """Return the marks of each part of *graded* results, in the order of the gradebook.

    A part counts the people who have marks for it. Adjustments have no maximum.
    """
    return tuple(
        PartMarks(name, kind, distribution_of(marks, out_of))
        for name, kind, marks, out_of in _parts(graded)
        if marks
    )


def _parts(
    graded: Sequence[Result],
) -> Iterator[tuple[str, PartKind, list[Fraction], Fraction]]:
    for task in tasks_of(graded):
        marks = _known(map(partial(task_marks, task), graded))
        yield task.shown, PartKind.TASK, marks, task.max_marks
    if any(result.adjustments for result in graded):
        yield (
            "adjustments",
            PartKind.ADJUSTMENTS,
            [adjusted(result) for result in graded],
            Fraction(0),
        )
    most = max((result.max_marks for result in graded), default=Fraction(0))
    yield "total", PartKind.TOTAL, [total(result) for result in graded], most
    for part in marked_parts(graded):
        marks = _known(map(partial(part_marks, part), graded))
        yield part.name, PartKind.TUTOR, marks, part.max_marks
    if wholes := list(filter(None, map(whole, graded))):
        marks, maxima = map(list, zip(*wholes, strict=True))
        yield "whole mark", PartKind.WHOLE, marks, max(maxima)


def _known(marks: Iterable[Fraction | None]) -> list[Fraction]:
    return [mark for mark in marks if mark is not None]
