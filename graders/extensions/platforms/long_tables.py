"""Tables of a class for R or pandas: a row for each person and check, or person and rubric item."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from graders.harness.course.marks import decisions_file, tutors, up_to_date
from graders.harness.course.marks.decisions_file import DecisionsFile
from graders.harness.course.marks.markings import Marking
from graders.harness.course.pages.class_folder import GradebookEntry
from graders.harness.course.pages.gradebook import GradebookRow, Table, marks_cell, to_csv
from graders.harness.course.pages.mark_cells import without_mark
from graders.harness.reports.console import how_many, note
from graders.harness.reports.formats import ClassFormat, ReportRequest
from graders.harness.reports.reporting import write_or_print
from graders.harness.result import CheckResult, ManualPart, Result, Verdict

PERSON = ("student_id", "name", "group", "submission", "status")
CHECKS = (
    *PERSON,
    "task", "check", "title", "visibility", "verdict", "passed", "cause", "marks", "max_marks",
    "decided",
)  # fmt: skip
ITEMS = (*PERSON, "part", "item", "text", "marks", "max_marks", "applies", "by", "at")
Cells = tuple[str, ...]


def _person(row: GradebookRow) -> Cells:
    return row.student_id, row.name, row.group, row.submission, row.state.value


def checks_table(entries: Sequence[GradebookEntry]) -> Table:
    """Return a row for each person and check; one without a check for a person without a result."""

    def lines(result: Result) -> Iterator[Cells]:
        for check in result.checks:
            yield _check(check, result)

    return _table(CHECKS, entries, lines)


def _check(check: CheckResult, result: Result) -> Cells:
    changes = [
        adjustment.amount
        for adjustment in result.adjustments
        if adjustment.about == check.id and adjustment.amount
    ]
    ran = check.verdict not in (Verdict.NOT_RUN, Verdict.GRADER_FAULT)
    return (
        check.task,
        check.id,
        check.title,
        check.visibility.value,
        check.verdict.value,
        f"{check.verdict is Verdict.PASSED:d}" if ran else "",
        check.cause.kind.value if check.cause else "",
        marks_cell(check.marks),
        marks_cell(check.max_marks),
        marks_cell(sum(changes, Fraction(0))),
    )


def items_table(entries: Sequence[GradebookEntry], file: DecisionsFile) -> Table:
    """Return a row for each person and part that a tutor marks, and for each person and rubric
    item; one without a part for a person without a result.
    """
    markings = {marking.submission: marking for marking in file.submission}

    def lines(result: Result) -> Iterator[Cells]:
        marking = markings.get(result.submission, Marking(result.submission))
        for part in result.manual:
            yield _part(part, marking, file)
        for item in file.rubric.item:
            given = next((marked for marked in marking.item if marked.id == item.id), None)
            by, at = (given.by, given.at) if given else ("", "")
            yield item.part, item.id, item.name, item.marks, "", f"{given is not None:d}", by, at

    return _table(ITEMS, entries, lines)


def _part(part: ManualPart, marking: Marking, file: DecisionsFile) -> Cells:
    by, at = tutors.marker(marking, file.rubric, part.name)
    return part.name, "", "", marks_cell(part.marks), marks_cell(part.max_marks), "", by, at


def _table(
    headings: Cells, entries: Sequence[GradebookEntry], lines: Callable[[Result], Iterator[Cells]]
) -> Table:
    nothing = ("",) * (len(headings) - len(PERSON))
    rows = []
    for entry in entries:
        person, result = _person(entry.row), entry.row.result
        rows += [(*person, *line) for line in (lines(result) if result else ())] or [
            (*person, *nothing)
        ]
    return Table(headings, tuple(rows))


def _write_checks(request: ReportRequest) -> None:
    entries = up_to_date.read(request.path)
    _write(request, entries, checks_table(entries))


def _write_items(request: ReportRequest) -> None:
    entries = up_to_date.read(request.path)
    _write(request, entries, items_table(entries, decisions_file.read(request.path)))


def _write(request: ReportRequest, entries: Sequence[GradebookEntry], table: Table) -> None:
    note(without_mark(entries))
    what = f"table ({request.format}, {how_many(len(table.lines), 'row')})"
    write_or_print(request.out, to_csv(table), what)


CLASS_FORMATS = (
    ClassFormat("checks-csv", "a row for each person and check, for R or pandas", _write_checks),
    ClassFormat("items-csv", "a row for each person and rubric item, likewise", _write_items),
)
