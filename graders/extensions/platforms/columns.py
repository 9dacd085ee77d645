"""Compares the column of a table of marks with the platform's own: its heading and its maximum.

A named column that the roster lacks is refused, because it may be a typing error. Another maximum
is only reported, because it can be set on the platform before the table is imported.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from graders.extensions.platforms.marks_tables import AssignmentColumns, MarksOptions
from graders.extensions.platforms.tables import flat, maximum
from graders.harness.assignment.naming import by_likeness
from graders.harness.course.pages.class_folder import GradebookEntry, results_of
from graders.harness.course.pages.mark_cells import marked_by_tutors
from graders.harness.errors import GraderError
from graders.harness.reports.console import marks_in_words, note

MOST_NAMED = 3
"""Maximum columns in a message."""
_NUMBER = re.compile(r"[0-9]+(?:[.,](?![0-9]{3}\Z)[0-9]+)?")
"""A maximum. Before three digits, a comma or point may divide thousands: no number."""


def check(
    columns: AssignmentColumns,
    options: MarksOptions,
    entries: Sequence[GradebookEntry],
    roster: Mapping[str, str],
) -> None:
    """Compare the table's column with those on the roster, heading -> maximum or "".

    Raises GraderError if --column names none of them. Prints a line if the title, without
    --column, names none of them, and if the column's maximum is not that of the marks.
    """
    wanted = flat(options.column or options.title)
    headings = {
        _name(columns, heading): heading
        for heading in roster
        if columns.heading.fullmatch(flat(heading))
    }
    heading = headings.get(_name(columns, wanted))
    if heading is None and headings:
        ordered = by_likeness(wanted, [*headings])
        nearest = ", ".join(map("'{}'".format, ordered[:MOST_NAMED]))
        if options.column:
            raise GraderError(
                f"the roster has no column '{wanted}'; the most similar are {nearest}. "
                "Was it added since? Then export the roster again and grade with that"
            )
        note(
            f"the roster has no column '{wanted}', so {columns.unknown}: to fill a column, name it "
            f"with --column, such as {nearest}"
        )
    match = columns.heading.fullmatch(flat(heading or wanted))
    written = match.groupdict().get("maximum") if match else ""
    note_other_maximum(entries, f"'{wanted}'", written or roster.get(heading or "", ""))


def note_other_maximum(entries: Sequence[GradebookEntry], what: str, cell: str) -> None:
    """Print a line if *cell*, the maximum of *what* on the platform, is a number and not the
    maximum of the marks.
    """
    if not (_NUMBER.fullmatch(cell) and results_of(entries)):
        return
    on_platform = marks_in_words(Fraction(cell.replace(",", ".")))
    full = marks_in_words(maximum(entries, with_tutors=True))
    # until a tutor marks somebody, the table has the program's marks, and another line says so
    of_table = marks_in_words(maximum(entries, marked_by_tutors(entries)))
    if on_platform not in (full, of_table):
        note(
            f"the maximum of {what} is {on_platform}, but the marks are out of {full} and are not "
            f"scaled: set it to {full} on the platform before you import the table, or mark the "
            f"class out of {on_platform} with `grader decide --weights` and write the table again"
        )


def _name(columns: AssignmentColumns, heading: str) -> str:
    """Return the part of a heading by which the platform finds the column."""
    match = columns.heading.fullmatch(flat(heading))
    return match["name"] if match else flat(heading)
