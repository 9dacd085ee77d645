"""The folder of a graded class: reads its state with the results, and writes it.

It contains a folder for each submission (see `pages`), ``class.json`` (see `class_file`), and what
is made from them: ``gradebook.csv`` with everybody's marks, and the page of `class_page`.
"""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from graders.harness.course.pages import class_file, gradebook
from graders.harness.course.pages.changing import Draft
from graders.harness.course.pages.class_file import ClassState
from graders.harness.course.pages.gradebook import GradebookRow
from graders.harness.course.pages.page_names import page_folder
from graders.harness.course.people.headings import heading_key
from graders.harness.intake.grouping import grouped
from graders.harness.intake.names import file_name
from graders.harness.reports import result_folder as report_folder
from graders.harness.reports.result_files import read_result
from graders.harness.result import Result

BOOK = gradebook.BOOK
PAGE = "staff-index.html"
WRITTEN = (
    "result.json",
    "report.txt",
    report_folder.STAFF_PAGE,
    report_folder.CODE,
    report_folder.EARLIER_CODE,
    report_folder.DIAGNOSIS,
    "run.log",
)
"""Files of a page."""


def write_state(out: Path, state: ClassState) -> None:
    """Write the state of a class and its gradebook below *out*. Raises GraderError."""
    gradebook.write(out / BOOK, gradebook.table(state.rows, state.columns))
    class_file.write(out, state)


@dataclass(frozen=True, slots=True)
class GradebookEntry:
    """A row of the gradebook, and what else it shows of the person."""

    row: GradebookRow
    roster: Mapping[str, str]
    """The roster's columns that the gradebook does not have itself: folded heading -> cell."""

    def cell(self, headings: Sequence[str]) -> str:
        """Return the first non-empty roster cell under *headings* (see `headings_of`)."""
        return next(
            (self.roster[heading] for heading in headings if self.roster.get(heading)),
            "",
        )


def graded_entries(
    entries: Iterable[GradebookEntry],
) -> dict[str, list[GradebookEntry]]:
    """Return the entries with a result, by submission, in the gradebook's order."""
    graded = (entry for entry in entries if entry.row.result is not None)
    return grouped(graded, lambda entry: entry.row.submission)


def results_of(entries: Iterable[GradebookEntry]) -> list[Result]:
    """Return the existing results, in the order of the entries."""
    return gradebook.results_of(entry.row for entry in entries)


def results_by_page(entries: Iterable[GradebookEntry]) -> dict[str, Result]:
    """Return the existing results by page."""
    results: dict[str, Result] = {}
    for entry in entries:
        if entry.row.result is not None:
            results.setdefault(entry.row.page, entry.row.result)
    return results


def people_by_page(entries: Iterable[GradebookEntry]) -> dict[str, tuple[str, ...]]:
    """Return the names of the people on the roster whom each page is for."""
    people: dict[str, tuple[str, ...]] = {}
    for entry in entries:
        if entry.row.on_roster and entry.row.name:
            people[entry.row.page] = (*people.get(entry.row.page, ()), entry.row.name)
    return people


def entries_of(folder: Path) -> tuple[GradebookEntry, ...]:
    """Return the entries of the class in *folder* with their results. Raises GraderError.

    They may be older than what staff decided since: see `sources.read`.
    """
    state = class_file.read(folder)
    pages = dict.fromkeys(row.page for row in state.rows if row.page)
    results = {page: read_result(folder / page_folder(page)) for page in pages}
    rows = [
        msgspec.structs.replace(row, result=results[row.page]) if row.page else row
        for row in state.rows
    ]
    columns = gradebook.roster_columns(rows, state.columns or ())
    keys = {place: heading_key(heading) for place, heading in columns.items()}
    return tuple(
        GradebookEntry(row, {key: gradebook.roster_cell(place, row) for place, key in keys.items()})
        for row in rows
    )


def remove_pages(draft: Draft, submission: str, keep: Collection[str] = ()) -> None:
    """Remove the files that an earlier run wrote for *submission*, except those that *draft*
    replaces, and the pages *keep*.
    """
    place = file_name(submission)
    results = (draft.before / place).glob("*/result.json")
    remaining = {page_folder(page) for page in keep}
    for page in {place, *(f"{place}/{path.parent.name}" for path in results)} - remaining:
        for name in WRITTEN:
            draft.remove(f"{page}/{name}")


def keep_earlier_code(draft: Draft, page: str) -> None:
    """Keep the code that the page *page* had before *draft* gave it other code."""
    place = page_folder(page)
    former, present = (
        folder / place / report_folder.CODE for folder in (draft.before, draft.after)
    )
    if not (former.exists() and present.exists()):
        return
    if former.read_bytes() == present.read_bytes():
        draft.copy([report_folder.EARLIER_CODE], place, place)
    else:
        shutil.copyfile(former, present.with_name(report_folder.EARLIER_CODE))


def link_to_class(page: str) -> str:
    """Return the link to the class's page from *page*."""
    return "../" * (page.count("/") + 1) + PAGE


def roster_columns(folder: Path, entries: Iterable[GradebookEntry]) -> dict[str, str]:
    """Return the headings of the roster as written, each with the maximum that the roster has in a
    line of its own, or "". entries: the class in *folder*. Raises GraderError.
    """
    state = class_file.read(folder)
    columns = gradebook.roster_columns([entry.row for entry in entries], state.columns or ())
    return {heading: state.maxima.get(heading, "") for heading in columns.values()}
