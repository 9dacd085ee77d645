"""The marks that each tutor gave, so that staff see who marks otherwise than others."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from graders.harness.course.pages.distribution import Distribution, distribution_of
from graders.harness.course.pages.gradebook import GradebookRow
from graders.harness.course.pages.items import FEWEST
from graders.harness.intake.grouping import grouped

CERTAINTY = 0.95
"""That an interval holds a mean."""


class PartByTutor(NamedTuple):
    """A part of a submission that a tutor marked."""

    submission: str
    part: str
    tutor: str
    items: tuple[str, ...]
    """Names of the rubric items that apply."""


@dataclass(frozen=True, slots=True)
class GivenMarks:
    """The marks that one tutor gave for a part."""

    part: str
    tutor: str
    marks: Distribution
    """One mark a submission."""
    interval: tuple[Fraction, Fraction] | None
    """Where the mean may be by chance; None for too few marks."""
    items: Counter[str]
    """Rubric item -> number of submissions to which it applies."""


def by_tutor(rows: Iterable[GradebookRow], marked: Iterable[PartByTutor]) -> tuple[GivenMarks, ...]:
    """Return the marks by part and tutor, sorted. marked: the parts of the submissions in *rows*,
    and of others, which are ignored.
    """
    parts = {
        (row.submission, part.name): part
        for row in rows
        if row.result is not None
        for part in row.result.manual
    }
    known = [one for one in marked if (one.submission, one.part) in parts]
    given = []
    for (name, tutor), mine in sorted(grouped(known, lambda one: (one.part, one.tutor)).items()):
        with_marks = [parts[one.submission, name] for one in mine]
        marks = [part.marks for part in with_marks if part.marks is not None]
        if marks:
            found = distribution_of(marks, with_marks[0].max_marks)
            items = Counter(item for one in mine for item in one.items)
            given.append(GivenMarks(name, tutor, found, _interval(found), items))
    return tuple(given)


def _interval(marks: Distribution) -> tuple[Fraction, Fraction] | None:
    if marks.count < FEWEST or marks.deviation is None:
        return None
    times = statistics.NormalDist().inv_cdf((1 + CERTAINTY) / 2)
    half = Fraction(times * float(marks.deviation) / math.sqrt(marks.count))
    return max(marks.mean - half, Fraction(0)), min(marks.mean + half, marks.out_of)


def items_of(given: Sequence[GivenMarks]) -> list[tuple[str, str]]:
    """Return the rubric items that anybody gave, each behind its part, in that order."""
    return list(dict.fromkeys((one.part, item) for one in given for item in sorted(one.items)))
