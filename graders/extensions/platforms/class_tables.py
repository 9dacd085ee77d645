"""Writes the marks of a class as a platform takes them, for ``grader report``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from graders.extensions.platforms import columns, tables
from graders.extensions.platforms.platform import Marks, MarksOptions, with_ways_back
from graders.harness.course.marks import up_to_date
from graders.harness.course.pages import class_folder
from graders.harness.course.pages.class_folder import GradebookEntry
from graders.harness.course.pages.mark_cells import without_mark
from graders.harness.errors import GraderError
from graders.harness.intake.grouping import parted
from graders.harness.intake.names import listing
from graders.harness.reports.console import how_many, note
from graders.harness.reports.formats import ClassFormat, ReportRequest
from graders.harness.reports.report_style import report_style_of
from graders.harness.reports.reporting import write_or_print


def class_formats() -> list[ClassFormat]:
    """Return a format for each platform that takes marks."""
    return [
        ClassFormat(
            platform.marks.format,
            platform.marks.about,
            partial(write_table, platform.marks),
            platform.name,
            platform.marks.options,
        )
        for platform in with_ways_back()
        if platform.marks
    ]


def write_table(marks: Marks, request: ReportRequest) -> None:
    """Write a table for a platform. Raises GraderError."""
    everybody = up_to_date.read(request.path)
    entries, strangers = parted(everybody, lambda entry: entry.row.on_roster)
    if strangers:
        names = listing([entry.row.submission for entry in strangers], most=10)
        note(f"not on the roster, so not in the table ({len(strangers)}): {names}")
    options = _options(request, entries)
    if marks.columns:
        roster = class_folder.roster_columns(request.path, everybody)
        columns.check(marks.columns, options, entries, roster)
    table = marks.write(entries, options)
    note(without_mark(entries))
    if tables.waiting(entries):
        note(tables.unmarked(entries, marks.unmarked))
    people = how_many(len(entries), "person", "people")
    write_or_print(request.out, table, f"table ({request.format}, {people})")


def _options(request: ReportRequest, entries: Sequence[GradebookEntry]) -> MarksOptions:
    results = class_folder.results_of(entries)
    given = request.options
    return MarksOptions(
        column=given.get("column") or "",
        title=report_style_of(results[0]).title if results else "",
        criteria=dict(map(_criterion, given.get("criterion") or ())),
        worksheet=given.get("worksheet"),
    )


def _criterion(option: str) -> tuple[str, str]:
    """Return task and name from an option ``--criterion TASK=NAME``. Raises GraderError."""
    task, _, name = option.partition("=")
    if not name:
        raise GraderError(f"--criterion needs TASK=NAME, such as block=Correctness, not {option!r}")
    return task, name
