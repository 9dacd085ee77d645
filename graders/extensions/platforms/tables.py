"""Marks of a class for the tables of all platforms.

Without a mark a cell is empty, so that no platform gets an undeserved zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from graders.harness.course.pages.class_folder import GradebookEntry, results_of
from graders.harness.course.pages.gradebook import is_unmarked
from graders.harness.course.pages.mark_cells import marked_by_tutors
from graders.harness.course.pages.page_names import page_is_own
from graders.harness.errors import GraderError
from graders.harness.intake.names import listing
from graders.harness.reports.console import marks_in_words
from graders.harness.result import Result, printable, total


def differing_groups(entries: Iterable[GradebookEntry]) -> tuple[str, ...]:
    """Return the groups whose members have different marks for the same submission."""
    marks: dict[str, set[Fraction]] = {}
    for entry in entries:
        row = entry.row
        if row.result is not None and page_is_own(row.page):
            marks.setdefault(row.group or row.submission, set()).add(total(row.result))
    return tuple(group for group, different in marks.items() if len(different) > 1)


def waiting(entries: Iterable[GradebookEntry]) -> tuple[str, ...]:
    """Return the graded people with an unmarked part."""
    return tuple(entry.row.shown for entry in entries if is_unmarked(entry.row.graded))


def unmarked(entries: Sequence[GradebookEntry], effect: str) -> str:
    """Return a line about people who wait for a tutor. effect: on the table, if others do not."""
    if marked_by_tutors(entries):
        who = waiting(entries)
        return f"{len(who)} not marked yet by a tutor, {effect}: {listing(who, 5)}"
    program = marks_in_words(maximum(entries, with_tutors=False))
    whole = marks_in_words(maximum(entries, with_tutors=True))
    return (
        f"no tutor has marked anybody yet, so the table has the program's marks only ({program} of "
        f"{whole}); write it again once tutors have"
    )


def maximum(entries: Iterable[GradebookEntry], with_tutors: bool) -> Fraction:
    """Return the assignment's maximum. Raises GraderError if nothing was graded."""
    results = results_of(entries)
    if not results:
        raise GraderError("nobody was graded, so there are no marks to write")
    if with_tutors:
        return max(map(_with_parts, results))
    return max(result.max_marks for result in results)


def _with_parts(result: Result) -> Fraction:
    return result.max_marks + sum((part.max_marks for part in result.manual), Fraction(0))


def flat(text: str) -> str:
    """Return *text* on one line."""
    return printable(text, 200).replace("\n", " ").strip()
