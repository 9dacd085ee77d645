"""How far two tutors agree: submissions drawn to be marked twice, and the agreement of the marks.

The second tutor marks the class in another folder, into which it was graded, too, and so does not
see the first marks.
"""

from __future__ import annotations

import hashlib
import random
import statistics
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from graders.extensions.tutoring.by_tutor import marked_parts
from graders.harness.commands.grammar import positive
from graders.harness.course.marks import decisions_file, up_to_date
from graders.harness.course.pages import class_file
from graders.harness.course.pages.class_folder import GradebookEntry
from graders.harness.course.pages.gradebook import Table, marks_cell, to_csv
from graders.harness.course.pages.mark_cells import without_mark
from graders.harness.errors import GraderError
from graders.harness.intake.grouping import grouped
from graders.harness.reports.console import how_many, note
from graders.harness.reports.formats import ClassFormat, Option, ReportRequest
from graders.harness.reports.reporting import write_or_print

DRAWN = ("submission", "tutors")
AGREEMENT = (
    "part", "submissions", "same", "mean_first", "mean_second", "mean_difference", "weighted_kappa",
    "furthest_apart",
)  # fmt: skip
Marks = Mapping[tuple[str, str], Fraction]
"""Submission and part -> its marks."""


def marks_of(entries: Sequence[GradebookEntry]) -> dict[tuple[str, str], Fraction]:
    """Return the tutors' marks of all submissions."""
    return {
        (entry.row.submission, part.name): part.marks
        for entry in entries
        if entry.row.result is not None
        for part in entry.row.result.manual
        if part.marks is not None
    }


def drawn(tutors: Mapping[str, str], number: int) -> list[str]:
    """Return *number* submissions by chance, of each tutor as many as of the others while there are
    some; the same ones each time. tutors: submission -> who marked it.
    """
    seed = hashlib.blake2b("\n".join(sorted(tutors)).encode("utf-8", "replace")).hexdigest()
    order = random.Random(seed)
    shuffled = [
        order.sample(sorted(mine), len(mine))
        for _, mine in sorted(grouped(tutors, tutors.__getitem__).items())
    ]
    in_turn = [
        mine[place] for place in range(len(tutors)) for mine in shuffled if place < len(mine)
    ]
    return in_turn[:number]


def kappa(first: Sequence[Fraction], second: Sequence[Fraction]) -> Fraction | None:
    """Return Cohen's kappa with quadratic weights of two marks for each of some submissions; None
    if all are equal, because nothing is left to agree on.
    """
    apart = statistics.mean((a - b) ** 2 for a, b in zip(first, second, strict=True))
    means = statistics.mean(first) - statistics.mean(second)
    by_chance = statistics.pvariance(first) + statistics.pvariance(second) + means**2
    return 1 - apart / by_chance if by_chance else None


def agreement(first: Marks, second: Marks) -> Table:
    """Return a row for each part, over the submissions that have both marks."""
    both = [key for key in first if key in second]
    parts = grouped(both, lambda key: key[1])
    return Table(AGREEMENT, tuple(_row(part, keys, first, second) for part, keys in parts.items()))


def _row(
    part: str, keys: Sequence[tuple[str, str]], first: Marks, second: Marks
) -> tuple[str, ...]:
    mine, other = [first[key] for key in keys], [second[key] for key in keys]
    apart = max(keys, key=lambda key: abs(first[key] - second[key]))
    found = kappa(mine, other)
    return (
        part,
        str(len(keys)),
        str(sum(a == b for a, b in zip(mine, other, strict=True))),
        marks_cell(statistics.mean(mine)),
        marks_cell(statistics.mean(other)),
        marks_cell(statistics.mean(other) - statistics.mean(mine)),
        "" if found is None else f"{float(found):.2f}",
        f"{apart[0]}: {marks_cell(first[apart])} and {marks_cell(second[apart])}",
    )


def _write(request: ReportRequest) -> None:
    number, second = request.options.get("draw"), request.options.get("second")
    if bool(number) is bool(second):
        raise GraderError(
            "give --draw N to draw submissions that are to be marked twice, or --second DIR, the "
            "class as the second tutor marked it"
        )
    entries = up_to_date.read(request.path)
    note(without_mark(entries))
    table = _drawn(request.path, entries, number) if number else _compared(request, entries)
    what = f"table ({request.format}, {how_many(len(table.lines), 'row')})"
    write_or_print(request.out, to_csv(table), what)


def _drawn(folder: Path, entries: Sequence[GradebookEntry], number: int) -> Table:
    marked = {submission for submission, _ in marks_of(entries)}
    names: dict[str, set[str]] = {submission: set() for submission in marked}
    for part in marked_parts(decisions_file.read(folder)):
        if part.submission in marked:
            names[part.submission].add(part.tutor)
    tutors = {submission: "; ".join(sorted(mine)) for submission, mine in names.items()}
    return Table(DRAWN, tuple((name, tutors[name]) for name in drawn(tutors, number)))


def _compared(request: ReportRequest, entries: Sequence[GradebookEntry]) -> Table:
    folder = request.options["second"]
    second = marks_of(up_to_date.read(folder))
    here, there = class_file.read(request.path), class_file.read(folder)
    if here.assignment != there.assignment:
        raise GraderError(f"{folder} is a class of {there.assignment}, not of {here.assignment}")
    first = marks_of(entries)
    changed = set(_of_other_files({name for name, _ in first.keys() & second}, here, there))
    if changed:
        note(f"{how_many(len(changed), 'submission')} left out, whose files differ there")
    alike = {key: marks for key, marks in first.items() if key[0] not in changed}
    return agreement(alike, second)


def _of_other_files(
    names: set[str], here: class_file.ClassState, there: class_file.ClassState
) -> Iterator[str]:
    for name in names:
        if here.digests.get(name) != there.digests.get(name):
            yield name


CLASS_FORMATS = (
    ClassFormat(
        "agreement",
        "submissions to mark twice (--draw), or how far two tutors agree (--second)",
        _write,
        options=(
            Option("--draw", "N", "draw so many submissions that tutors marked", positive),
            Option("--second", "DIR", "the class as the second tutor marked it", Path),
        ),
    ),
)
