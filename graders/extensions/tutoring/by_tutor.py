"""The marks that each tutor gave, so that staff see who marks otherwise than others."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from graders.extensions.tutoring.part_names import short_names
from graders.harness.course.marks.decisions_file import DecisionsFile
from graders.harness.course.marks.tutors import marker, marks_of
from graders.harness.course.pages.class_folder import GradebookEntry
from graders.harness.course.pages.class_page import (
    column,
    distribution_cells,
    distribution_columns,
)
from graders.harness.course.pages.distribution import Distribution, distribution_of
from graders.harness.course.pages.gradebook import GradebookRow
from graders.harness.course.pages.items import FEWEST
from graders.harness.intake.grouping import grouped
from graders.harness.reports.console import marks_in_words
from graders.harness.reports.document import model as doc

CERTAINTY = 0.95
"""That an interval holds a mean."""
ABOUT = (
    "One mark a submission. Compare tutors only if submissions were given to them at random: then "
    f"the interval, from {FEWEST} submissions on, holds the mean with {CERTAINTY:.0%} certainty."
)


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
    known = [part for part in marked if (part.submission, part.part) in parts]
    given = []
    for (name, tutor), mine in sorted(grouped(known, lambda part: (part.part, part.tutor)).items()):
        with_marks = [parts[part.submission, name] for part in mine]
        marks = [part.marks for part in with_marks if part.marks is not None]
        if marks:
            found = distribution_of(marks, with_marks[0].max_marks)
            items = Counter(item for part in mine for item in part.items)
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
    return list(dict.fromkeys((row.part, item) for row in given for item in sorted(row.items)))


def marked_parts(file: DecisionsFile) -> Iterator[PartByTutor]:
    """Yield the parts that a tutor marked who gave a name."""
    for marking in file.submission:
        for mark in marks_of(marking, file.rubric):
            by, _ = marker(marking, file.rubric, mark.part)
            if by:
                names = tuple(item.name for item in mark.items)
                yield PartByTutor(marking.submission, mark.part, by, names)


def page_section(entries: Iterable[GradebookEntry], file: DecisionsFile) -> doc.Section | None:
    """Return the tables of what each tutor gave; None if no tutor gave a name."""
    given = by_tutor([entry.row for entry in entries], marked_parts(file))
    if not given:
        return None
    short = short_names(dict.fromkeys(row.part for row in given))
    columns = [*distribution_columns("tutor", "submissions"), column("interval of the mean")]
    tables = [doc.DataTable("Marks by tutor", columns, [_given(row, short) for row in given])]
    items = items_of(given)
    if items:
        names = list(dict.fromkeys(row.tutor for row in given))
        columns = [column("rubric item"), *(column(name, number=True) for name in names)]
        rows = [_item_by_tutor(part, short[part], item, given, names) for part, item in items]
        tables.append(doc.DataTable("Rubric items by tutor", columns, rows))
    return doc.Section("By tutor", [*tables, doc.Paragraph([doc.quiet(ABOUT)])], "by-tutor")


def _given(row: GivenMarks, short: Mapping[str, str]) -> doc.TableRow:
    interval = ""
    if row.interval:
        low, high = row.interval
        interval = f"{marks_in_words(low)} to {marks_in_words(high)}"
    name = doc.Cell([doc.strong(row.tutor), doc.quiet(f" {short[row.part]}")])
    return doc.TableRow([name, *distribution_cells(row.marks), doc.Cell(doc.plain(interval))])


def _item_by_tutor(
    part: str, short: str, item: str, given: Sequence[GivenMarks], tutors: Sequence[str]
) -> doc.TableRow:
    """Return how often each tutor gave a rubric item, of the submissions that they marked."""
    mine = {row.tutor: row for row in given if row.part == part}
    cells = [doc.Cell([doc.Span(item), doc.quiet(f" {short}")])]
    for tutor in tutors:
        share = f"{mine[tutor].items[item]} of {mine[tutor].marks.count}" if tutor in mine else ""
        cells.append(doc.Cell(doc.plain(share), value=share.partition(" ")[0]))
    return doc.TableRow(cells)
