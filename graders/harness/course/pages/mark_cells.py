"""A person's mark as a cell, and a line on those without one.

Without a mark a cell is empty, so that nobody gets an undeserved zero.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from graders.harness.course.pages.class_folder import GradebookEntry, results_of
from graders.harness.course.pages.gradebook import (
    GradebookRow,
    marked_parts,
    marks_cell,
    whole_mark,
)
from graders.harness.reports.console import how_many, marks_in_words
from graders.harness.result import total


def marked_by_tutors(entries: Iterable[GradebookEntry]) -> bool:
    """Return whether there are tutors' marks; then marks are whole marks."""
    return bool(marked_parts(results_of(entries)))


def mark_cell(row: GradebookRow, with_tutors: bool) -> str:
    """Return the cell of a person's mark; "" if it is unknown."""
    if row.graded is None:
        return ""
    if with_tutors:
        return marks_cell(whole_mark(row.graded)[0])
    return marks_in_words(total(row.graded))


def without_mark(entries: Sequence[GradebookEntry]) -> str:
    """Return a line that says how many of *entries* have no mark, and why."""
    with_tutors = marked_by_tutors(entries)
    reasons = Counter(
        "not marked yet by a tutor" if entry.row.graded else entry.row.state.value
        for entry in entries
        if not mark_cell(entry.row, with_tutors)
    )
    people = how_many(len(entries), "person", "people")
    if not reasons:
        return f"0 of {people} without a mark"
    why = ", ".join(f"{count} {reason}" for reason, count in reasons.items())
    return f"{reasons.total()} of {people} without a mark: {why}"
