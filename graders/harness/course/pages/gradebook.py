"""The gradebook of a class: a row for each person, as CSV.

Rows are computed from results, deliveries and the roster alone. Without a submission, or if it
could not be graded, the cell for marks is empty, never zero.
"""

from __future__ import annotations

import csv
import enum
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from io import StringIO
from itertools import chain
from operator import attrgetter
from pathlib import Path

import msgspec

from graders.harness.assignment.manifest import Late
from graders.harness.content import atomic_write
from graders.harness.course.pages import attention
from graders.harness.course.pages.page_names import page_for
from graders.harness.course.people.headings import heading_key
from graders.harness.course.people.students import Matching, RosterMatch
from graders.harness.diagnosis import Diagnosis
from graders.harness.errors import GraderError
from graders.harness.grading.late import tokens_used
from graders.harness.intake import names
from graders.harness.intake.delivery import Person, SubmissionSource
from graders.harness.reports.console import marks_in_words
from graders.harness.result import (
    ManualPart,
    Result,
    Status,
    TaskResult,
    adjusted,
    printable,
    total,
    whole,
)

BOOK = "gradebook.csv"
"""Its name in the folder of a class."""
ON_ROSTER = "on roster"
"""Heading of the column ("yes" or "no") for people on the roster."""
TOKENS_LEFT = "tokens left"
"""Heading of the column of days that a person may be late for free from now on."""
FAULTS = "known faults"
"""Heading of the column of the faults that diagnoses name."""
MARKED_LATE = "the platform marks it late"
LONGEST_CELL = 30_000
"""Characters of a cell. Spreadsheets keep 32,767, and Python reads a cell up to 131,072."""


class GradingState(enum.Enum):
    """The state of a person's work. Closed."""

    GRADED = "graded"
    NOT_GRADABLE = "not gradable"
    """The grader failed, not the submission."""
    UNREADABLE = "unreadable"
    """Intake rejected it."""
    UNDECIDED = "several submissions"
    """It is unclear which of a person's submissions counts."""
    NOT_RUN = "not graded yet"
    """The run was interrupted before."""
    MISSING = "missing"
    """On the roster, without a submission."""

    @property
    def is_without_marks(self) -> bool:
        """Return whether something was handed in and has no marks."""
        return self not in (GradingState.GRADED, GradingState.MISSING)


class GradebookRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person, or without a roster a delivery."""

    student_id: str
    name: str
    group: str
    submission: str
    """The delivery's name, or the names of all candidates."""
    state: GradingState
    result: Result | None = None
    """Set only if the state is GRADED or NOT_GRADABLE, and never in `class.json`."""
    days_late: Fraction | None = None
    flags: tuple[str, ...] = ()
    """Reasons for review."""
    on_roster: bool = True
    """False for a delivery of nobody on the roster, if there is one."""
    cells: tuple[str, ...] = ()
    """The person's line of the roster, with a cell for each of its columns; () for anybody else."""
    tokens: Fraction = Fraction(0)
    """Days that they might be late for free before this."""
    page: str = ""
    """The row's page (see `pages`); "" without a result."""
    faults: tuple[str, ...] = ()
    """Sentences of the known faults."""
    tokens_left: Fraction | None = None
    """Days that they may be late for free after this; None without tokens."""

    @property
    def graded(self) -> Result | None:
        """Return the result, if it has marks."""
        return self.result if self.state is GradingState.GRADED else None

    @property
    def reasons(self) -> tuple[str, ...]:
        """Return the reasons why it needs review; see `attention.reasons`."""
        is_unexplained = self.state.is_without_marks and not self.flags
        flags = (self.state.value,) if is_unexplained else self.flags
        return attention.reasons(flags, self.graded)

    @property
    def late(self) -> bool:
        """Return whether it is late by the roster or the platform."""
        return bool(self.days_late) or MARKED_LATE in self.flags

    @property
    def shown(self) -> str:
        """Return the person's name, raw: it passes through `TerminalCapabilities` to a screen."""
        return self.name or self.student_id or self.submission


def rows(
    deliveries: Iterable[SubmissionSource],
    results: Mapping[str, Result],
    unreadable: Mapping[str, str],
    matching: Matching | None = None,
) -> tuple[GradebookRow, ...]:
    """Return the rows of a class, sorted by name, id and submission.

    results: page (see `pages`) -> finished result; unreadable: delivery's name -> why intake
    rejected it. With *matching* there is a row for each person on the roster (and so for each
    member of a group), then one for each delivery of nobody on it.
    """
    flags = matching.flags if matching else {}
    build = _Rows(results, unreadable, flags, has_roster=matching is not None)
    if matching is None:
        return _ordered(map(build.of_delivery, deliveries))
    on_roster = _ordered(map(build.of_match, matching.matches))
    return on_roster + _ordered(map(build.of_delivery, matching.strangers))


def with_faults(
    people: Iterable[GradebookRow], diagnoses: Mapping[str, Diagnosis]
) -> tuple[GradebookRow, ...]:
    """Return the rows with the known faults of their submissions."""
    return tuple(
        msgspec.structs.replace(row, faults=tuple(fault.title for fault in diagnosis.faults))
        if row.result and (diagnosis := diagnoses.get(row.submission))
        else row
        for row in people
    )


def with_tokens(people: Iterable[GradebookRow], late: Late | None) -> tuple[GradebookRow, ...]:
    """Return the rows with the tokens that people keep; none without a policy or tokens."""
    rows = tuple(people)
    if not any(row.tokens for row in rows):
        return rows
    return tuple(
        msgspec.structs.replace(
            row, tokens_left=_tokens_left(row, late) if late and row.on_roster else None
        )
        for row in rows
    )


def _tokens_left(row: GradebookRow, late: Late) -> Fraction:
    days = row.days_late if row.graded else None
    return row.tokens - tokens_used(late, days or Fraction(0), row.tokens)


@dataclass(frozen=True, slots=True)
class _Rows:
    """Makes rows; see `rows` for the fields."""

    results: Mapping[str, Result]
    unreadable: Mapping[str, str]
    unmatched: Mapping[str, Sequence[str]]
    """Delivery's name -> why its author is unknown."""
    has_roster: bool

    def of_match(self, match: RosterMatch) -> GradebookRow:
        """Return the row of a person on the roster."""
        student, delivery = match.student, match.delivery
        if delivery is None:
            page = ""
            deliveries = match.candidates
            state = GradingState.UNDECIDED if deliveries else GradingState.MISSING
        else:
            page = page_for(student, delivery.name, self.results)
            deliveries = (delivery,)
            state = self._state(delivery, page)
        flags = [*match.flags]
        for handed_in in deliveries:
            flags += self._flags(handed_in, page or handed_in.name)
        if student.days_late is not None:  # the roster settles it
            flags = [flag for flag in flags if flag != MARKED_LATE]
        result = self.results.get(page)
        return GradebookRow(
            student_id=student.id,
            name=student.name,
            group=student.group,
            submission=", ".join(handed_in.name for handed_in in deliveries),
            state=state,
            result=result,
            days_late=student.days_late,
            flags=tuple(dict.fromkeys(flags)),
            cells=student.cells,
            tokens=student.tokens,
            page=page if result else "",
        )

    def of_delivery(self, delivery: SubmissionSource) -> GradebookRow:
        """Return the row of a delivery, by the platform's data."""

        def joined(parts: Iterable[str]) -> str:
            return "; ".join(names.display(part, 200) for part in filter(None, parts))

        people = delivery.people or (Person(delivery.label),)
        result = self.results.get(delivery.name)
        return GradebookRow(
            student_id=joined(next(iter(person.ids), "") for person in people),
            name=joined(person.name for person in people),
            group="",
            submission=delivery.name,
            state=self._state(delivery, delivery.name),
            result=result,
            flags=self._flags(delivery, delivery.name),
            on_roster=not self.has_roster,
            page=delivery.name if result else "",
        )

    def _state(self, delivery: SubmissionSource, page: str) -> GradingState:
        result = self.results.get(page)
        if result is not None:
            return (
                GradingState.GRADED if result.status is Status.GRADED else GradingState.NOT_GRADABLE
            )
        return GradingState.UNREADABLE if delivery.name in self.unreadable else GradingState.NOT_RUN

    def _flags(self, delivery: SubmissionSource, page: str) -> tuple[str, ...]:
        flags = [*delivery.flags, *self.unmatched.get(delivery.name, ())]
        if delivery.late:
            flags.append(MARKED_LATE)
        result = self.results.get(page)
        if result is not None:
            flags += attention.open_flags(result)
        elif delivery.name in self.unreadable:
            flags.append(self.unreadable[delivery.name])
        return tuple(dict.fromkeys(flags))


def _ordered(unordered: Iterable[GradebookRow]) -> tuple[GradebookRow, ...]:
    return tuple(sorted(unordered, key=_order))


def _order(row: GradebookRow) -> tuple[str, str, str, str]:
    return (
        names.folded(row.name),
        names.folded(row.student_id),
        row.student_id,
        row.submission,
    )


# The table.


@dataclass(frozen=True, slots=True)
class Table:
    """Cells of a CSV file, in readable form."""

    heading: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class _TableColumn:
    """A column of the gradebook."""

    heading: str
    cell: Callable[[GradebookRow], str]


def table(people: Sequence[GradebookRow], of_roster: Sequence[str] | None = None) -> Table:
    """Return the gradebook: person, marks per task, total, out of, days late, status, on roster,
    reasons for review, tokens left, then the roster's columns.

    of_roster: the roster's headings; None without one. Known faults follow the marks, if anybody
    has any. If anybody has adjustments, they precede the total. Once anybody has a tutor's mark,
    tutors' marks follow it, with the whole mark of those marked in all parts. Marks are rounded
    half up to two decimals. Columns of the roster that repeat a heading of the gradebook are left
    out.
    """
    columns = _own_columns(people, with_roster=of_roster is not None)
    for place, title in roster_columns(people, of_roster or ()).items():
        columns.append(_TableColumn(title, partial(roster_cell, place)))
    heading = tuple(column.heading for column in columns)
    return Table(heading, tuple(tuple(column.cell(row) for column in columns) for row in people))


def _own_columns(people: Sequence[GradebookRow], *, with_roster: bool) -> list[_TableColumn]:
    columns = [
        *_who(),
        *_marks(results_of(people)),
        *_faults(people),
        *_remarks(with_roster=with_roster),
    ]
    if any(row.tokens_left is not None for row in people):
        columns.append(_TableColumn(TOKENS_LEFT, lambda row: marks_cell(row.tokens_left)))
    return columns


def roster_columns(people: Sequence[GradebookRow], of_roster: Sequence[str]) -> dict[int, str]:
    """Return the roster's columns that the gradebook does not have itself: place -> heading."""
    headings = {heading_key(column.heading) for column in _own_columns(people, with_roster=True)}
    return {
        place: heading
        for place, heading in enumerate(of_roster)
        if heading_key(heading) not in headings
    }


def roster_cell(place: int, row: GradebookRow) -> str:
    """Return the person's cell in the roster's column at *place*; "" for nobody on the roster."""
    return row.cells[place] if row.cells else ""


def _who() -> Iterator[_TableColumn]:
    yield _TableColumn("student id", attrgetter("student_id"))
    yield _TableColumn("name", attrgetter("name"))
    yield _TableColumn("group", attrgetter("group"))
    yield _TableColumn("submission", attrgetter("submission"))


_MarksOf = Callable[[Result], Fraction | None]


def _marks(results: Sequence[Result]) -> Iterator[_TableColumn]:
    """Yield the columns of marks for *results*."""

    def of_graded(marks: _MarksOf) -> Callable[[GradebookRow], str]:
        return lambda row: _cell(row.graded, marks)

    def of_any(marks: _MarksOf) -> Callable[[GradebookRow], str]:
        return lambda row: _cell(row.result, marks)

    for task in tasks_of(results):
        yield _TableColumn(_worth(task.shown, task), of_graded(partial(task_marks, task)))
    if any(result.adjustments for result in results):
        yield _TableColumn("adjustments", of_graded(adjusted))
    yield _TableColumn("total", of_graded(total))
    yield _TableColumn("out of", of_any(attrgetter("max_marks")))
    parts = marked_parts(results)
    for part in parts:
        yield _TableColumn(_worth(part.name, part), of_any(partial(part_marks, part)))
    if parts:
        yield _TableColumn("whole mark", of_any(lambda result: whole_mark(result)[0]))
        yield _TableColumn("whole out of", of_any(lambda result: whole_mark(result)[1]))


def _cell(result: Result | None, marks: _MarksOf) -> str:
    return marks_cell(marks(result)) if result else ""


def _worth(name: str, part: TaskResult | ManualPart) -> str:
    return f"{name} ({marks_in_words(part.max_marks)})"


def _faults(people: Iterable[GradebookRow]) -> Iterator[_TableColumn]:
    """Yield the column of known faults, if anybody has one."""
    if any(row.faults for row in people):
        yield _TableColumn(FAULTS, lambda row: "; ".join(row.faults))


def _remarks(*, with_roster: bool) -> Iterator[_TableColumn]:
    yield _TableColumn("days late", lambda row: days_cell(row.days_late))
    yield _TableColumn("status", lambda row: row.state.value)
    if with_roster:
        yield _TableColumn(ON_ROSTER, lambda row: "yes" if row.on_roster else "no")
    yield _TableColumn(
        "flags",
        lambda row: "; ".join(row.reasons),
    )


def marks_cell(marks: Fraction | None) -> str:
    """Return the cell of *marks*; "" for None."""
    return "" if marks is None else marks_in_words(marks)


def days_cell(days: Fraction | None) -> str:
    """Return the cell of days late, rounded up to hundredths: a minute late is not in time."""
    return marks_cell(days and Fraction(math.ceil(days * 100), 100))


def results_of(people: Iterable[GradebookRow]) -> list[Result]:
    """Return the existing results, in the order of the rows."""
    return [row.result for row in people if row.result]


def tasks_of(results: Iterable[Result]) -> list[TaskResult]:
    """Return the tasks of a class, each from the first result that has it."""
    tasks: dict[str, TaskResult] = {}
    for result in results:
        for task in result.tasks:
            tasks.setdefault(task.id, task)
    return list(tasks.values())


def task_marks(task: TaskResult, result: Result | None) -> Fraction | None:
    """Return the marks of the same task in *result*."""
    marks = {other.id: other.marks for other in result.tasks} if result else {}
    return marks.get(task.id)


def marked_parts(results: Iterable[Result]) -> tuple[ManualPart, ...]:
    """Return the parts that tutors mark, once anybody has a mark for one."""
    parts = list(chain.from_iterable(result.manual for result in results))
    if all(part.marks is None for part in parts):
        return ()
    return tuple({part.name: part for part in parts}.values())


def part_marks(part: ManualPart, result: Result | None) -> Fraction | None:
    """Return a tutor's marks for the same part in *result*."""
    marks = {other.name: other.marks for other in result.manual} if result else {}
    return marks.get(part.name)


def whole_mark(result: Result | None) -> tuple[Fraction, Fraction] | tuple[None, None]:
    """Return the whole mark and its maximum, or (None, None) (see `result.whole`)."""
    return (whole(result) if result else None) or (None, None)


def is_unmarked(result: Result | None) -> bool:
    """Return whether a tutor still has to mark some part of *result*."""
    return result is not None and any(part.marks is None for part in result.manual)


_FORMULA = re.compile(r"'*\s*[=+\-@\t\r\n＝＋－＠]")  # noqa: RUF001  (spreadsheets accept wide ones, too)
_FORMULA_WITHIN = re.compile(r";(?=[\s'\"]*[=+\-@＝＋－＠])")  # noqa: RUF001
"""A formula after a semicolon, which separates cells for spreadsheets in half of Europe."""
_FORMULA_KEPT = re.compile(r";'(?=[\s'\"]*[=+\-@＝＋－＠])")  # noqa: RUF001
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")


def to_csv(book: Table, *, quoted: bool = False) -> bytes:
    """Return *book* as CSV (RFC 4180, UTF-8) without cells that a spreadsheet takes for formulas.

    Such a cell gets a leading apostrophe, as spreadsheets themselves mark text; plain numbers are
    kept. So does a formula after a semicolon in a cell, where some spreadsheets begin another cell.
    `as_it_was` removes these apostrophes. Control and direction characters are escaped, and a cell
    longer than LONGEST_CELL is cut. quoted: every cell is in quotes, even if none needs them.
    """
    text = StringIO(newline="")
    writer = csv.writer(
        text,
        quoting=csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL,
        lineterminator="\r\n",
    )
    for line in (book.heading, *book.lines):
        writer.writerow(map(_as_text, line))
    return text.getvalue().encode("utf-8", "backslashreplace")


def _as_text(cell: str) -> str:
    """Return *cell* escaped, so that no spreadsheet executes any of it."""
    cell = _readable(cell)
    within = _FORMULA_WITHIN.sub(";'", cell)
    return f"'{within}" if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell) else within


def _readable(cell: str) -> str:
    """Return *cell* without characters that steer its reader; cut, with its length, if long."""
    readable = printable(cell[:LONGEST_CELL], LONGEST_CELL)
    if max(len(cell), len(readable)) <= LONGEST_CELL:
        return readable
    return f"{readable[:LONGEST_CELL]} ... (cut; {len(cell):,} characters in all)"


def as_it_was(cell: str) -> str:
    """Return *cell* of a CSV unescaped, as it was before `to_csv`."""
    within = cell[1:] if cell[:1] == "'" and _FORMULA.match(cell) else cell
    return _FORMULA_KEPT.sub(";", within)


def write(path: Path, book: Table) -> None:
    """Write *book* to *path* atomically. Raises GraderError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        atomic_write(path, to_csv(book))
    except OSError as error:
        raise GraderError(
            f"cannot write {names.display(str(path), 200)}: {error.strerror}"
        ) from None
