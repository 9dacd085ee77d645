"""The gradebook of a class: one row for every person, written as CSV; and what changed since an
earlier run.

Rows are made from results, deliveries and the roster by a pure function. A mark is there or the
cell is empty: nobody who handed in nothing, or whose submission could not be graded, ever gets a
zero by that.
"""

from __future__ import annotations

import csv
import enum
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from io import StringIO
from operator import attrgetter
from pathlib import Path

from graders.harness.content import atomic_write
from graders.harness.course.pages import page_for
from graders.harness.course.roster import Matching, Place, Student, heading_key
from graders.harness.errors import GraderError
from graders.harness.intake import names
from graders.harness.intake.delivery import Person, SubmissionSource
from graders.harness.reports.medium import marks_in_words
from graders.harness.reports.sentences import flag_text
from graders.harness.result import (
    CheckResult,
    ManualPart,
    Result,
    Status,
    TaskResult,
    Verdict,
    adjusted,
    as_written,
    one_line,
    total,
    whole,
)

ON_ROSTER = "on roster"
"""Heading of the column that says who is on it, where there was one: "yes" or "no"."""
MARKED_LATE = "the platform marks it late"


class Standing(enum.Enum):
    """What is known about a person's work. Closed."""

    GRADED = "graded"
    NOT_GRADABLE = "not gradable"
    """The grader failed, not the submission."""
    UNREADABLE = "unreadable"
    """Intake could not take it in."""
    UNDECIDED = "several submissions"
    """Nobody could tell which of a person's submissions counts."""
    NOT_RUN = "not graded yet"
    """The run was stopped before."""
    MISSING = "missing"
    """On the roster, without a submission."""


@dataclass(frozen=True, slots=True)
class Row:
    """One person, or without a roster one delivery."""

    student_id: str
    name: str
    group: str
    submission: str
    """The delivery's name; of several, all of them."""
    standing: Standing
    result: Result | None = None
    """Set exactly when the standing is GRADED or NOT_GRADABLE."""
    days_late: Fraction | None = None
    flags: tuple[str, ...] = ()
    """Why a person should look at it."""
    student: Student | None = None
    """Their line of the roster; None without a roster, and for a delivery that belongs to nobody on
    it.
    """
    page: str = ""
    """Their page (see `pages`); empty without a result."""

    @property
    def graded(self) -> Result | None:
        """Return the result, if it has marks."""
        return self.result if self.standing is Standing.GRADED else None

    @property
    def late(self) -> bool:
        """Return whether it came too late by the roster or the platform."""
        return bool(self.days_late) or MARKED_LATE in self.flags

    @property
    def shown(self) -> str:
        """Return what to call this person, raw: a screen gets it through `Medium`."""
        return self.name or self.student_id or self.submission


def rows(
    deliveries: Iterable[SubmissionSource],
    results: Mapping[str, Result],
    unreadable: Mapping[str, str],
    matching: Matching | None = None,
) -> tuple[Row, ...]:
    """Return the rows of a class, sorted by name, then id, then submission.

    results: page (see `pages`) -> finished result; unreadable: delivery's name -> why intake
    refused it. With *matching* there is one row for everybody on the roster (each member of a group
    has one), then one for every delivery that is nobody's.
    """
    build = _Rows(results, unreadable, matching.flags if matching else {})
    if matching is None:
        return _ordered(map(build.of_delivery, deliveries))
    on_roster = _ordered(map(build.of_place, matching.places))
    return on_roster + _ordered(map(build.of_delivery, matching.strangers))


@dataclass(frozen=True, slots=True)
class _Rows:
    """Makes rows; what it holds is as `rows` takes it."""

    results: Mapping[str, Result]
    unreadable: Mapping[str, str]
    unmatched: Mapping[str, Sequence[str]]
    """Delivery's name -> why nobody knows whose it is."""

    def of_place(self, place: Place) -> Row:
        """Return the row of somebody on the roster."""
        student, delivery = place.student, place.delivery
        if delivery is None:
            page = ""
            deliveries = place.candidates
            standing = Standing.UNDECIDED if deliveries else Standing.MISSING
        else:
            page = page_for(student, delivery.name, self.results)
            deliveries = (delivery,)
            standing = self._standing(delivery, page)
        flags = [*place.flags]
        for handed_in in deliveries:
            flags += self._flags(handed_in, page or handed_in.name)
        result = self.results.get(page)
        return Row(
            student_id=student.id,
            name=student.name,
            group=student.group,
            submission=", ".join(handed_in.name for handed_in in deliveries),
            standing=standing,
            result=result,
            days_late=student.days_late,
            flags=tuple(dict.fromkeys(flags)),
            student=student,
            page=page if result else "",
        )

    def of_delivery(self, delivery: SubmissionSource) -> Row:
        """Return the row of a delivery by what the platform says of it."""

        def joined(parts: Iterable[str]) -> str:
            return "; ".join(names.display(part, 200) for part in filter(None, parts))

        people = delivery.people or (Person(delivery.label),)
        result = self.results.get(delivery.name)
        return Row(
            student_id=joined(next(iter(person.ids), "") for person in people),
            name=joined(person.name for person in people),
            group="",
            submission=delivery.name,
            standing=self._standing(delivery, delivery.name),
            result=result,
            flags=self._flags(delivery, delivery.name),
            page=delivery.name if result else "",
        )

    def _standing(self, delivery: SubmissionSource, page: str) -> Standing:
        result = self.results.get(page)
        if result is not None:
            return (
                Standing.GRADED
                if result.status is Status.GRADED
                else Standing.NOT_GRADABLE
            )
        return (
            Standing.UNREADABLE
            if delivery.name in self.unreadable
            else Standing.NOT_RUN
        )

    def _flags(self, delivery: SubmissionSource, page: str) -> tuple[str, ...]:
        flags = [*delivery.flags, *self.unmatched.get(delivery.name, ())]
        if delivery.late:
            flags.append(MARKED_LATE)
        result = self.results.get(page)
        if result is not None:
            flags += map(flag_text, result.flags)
        elif delivery.name in self.unreadable:
            flags.append(self.unreadable[delivery.name])
        return tuple(dict.fromkeys(flags))


def _ordered(unordered: Iterable[Row]) -> tuple[Row, ...]:
    return tuple(sorted(unordered, key=_order))


def _order(row: Row) -> tuple[str, str, str, str]:
    return (
        names.folded(row.name),
        names.folded(row.student_id),
        row.student_id,
        row.submission,
    )


# The table.


@dataclass(frozen=True, slots=True)
class Table:
    """Cells of a CSV file, as a person reads them."""

    heading: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class _Column:
    """One column of the gradebook."""

    heading: str
    cell: Callable[[Row], str]


def table(people: Sequence[Row], matching: Matching | None = None) -> Table:
    """Return the gradebook: who, marks per task, total, out of, days late, status, whether
    they are on the roster, flags, then the roster's columns.

    Before the total stands what adjustments made of it, where anybody has one; behind it what
    tutors gave, and the whole mark of who is marked in all parts, as soon as anybody has a tutor's
    mark. Marks are rounded half up to two decimals. A column of the roster that the gradebook has
    under the same heading is not repeated.
    """
    columns = [
        *_who(),
        *_marks(results_of(people)),
        *_remarks(with_roster=matching is not None),
    ]
    if matching:
        own = {heading_key(column.heading) for column in columns}
        columns += _of_roster(matching.roster.columns, own)
    heading = tuple(column.heading for column in columns)
    return Table(
        heading, tuple(tuple(column.cell(row) for column in columns) for row in people)
    )


def _who() -> Iterator[_Column]:
    yield _Column("student id", attrgetter("student_id"))
    yield _Column("name", attrgetter("name"))
    yield _Column("group", attrgetter("group"))
    yield _Column("submission", attrgetter("submission"))


_MarksOf = Callable[[Result], Fraction | None]


def _marks(results: Sequence[Result]) -> Iterator[_Column]:
    """Yield the columns of marks in a class with these results."""

    def of_graded(marks: _MarksOf) -> Callable[[Row], str]:
        return lambda row: _cell(row.graded, marks)

    def of_any(marks: _MarksOf) -> Callable[[Row], str]:
        return lambda row: _cell(row.result, marks)

    for task in tasks_of(results):
        yield _Column(
            _worth(task.name or task.id, task), of_graded(partial(task_marks, task))
        )
    if any(result.adjustments for result in results):
        yield _Column("adjustments", of_graded(adjusted))
    yield _Column("total", of_graded(total))
    yield _Column("out of", of_any(attrgetter("max_marks")))
    parts = marked_parts(results)
    for part in parts:
        yield _Column(_worth(part.name, part), of_any(partial(part_marks, part)))
    if parts:
        yield _Column("whole mark", of_any(lambda result: whole_mark(result)[0]))
        yield _Column("whole out of", of_any(lambda result: whole_mark(result)[1]))


def _cell(result: Result | None, marks: _MarksOf) -> str:
    return marks_cell(marks(result)) if result else ""


def _worth(name: str, part: TaskResult | ManualPart) -> str:
    return f"{name} ({marks_in_words(part.max_marks)})"


def _remarks(*, with_roster: bool) -> Iterator[_Column]:
    yield _Column("days late", lambda row: marks_cell(row.days_late))
    yield _Column("status", lambda row: row.standing.value)
    if with_roster:
        yield _Column(ON_ROSTER, lambda row: "yes" if row.student else "no")
    yield _Column("flags", lambda row: "; ".join(map(one_line, row.flags)))


def _of_roster(headings: Iterable[str], own: Collection[str]) -> Iterator[_Column]:
    """Yield the roster's columns, but for those that the gradebook has of its *own*."""
    for place, heading in enumerate(headings):
        if heading_key(heading) not in own:
            yield _Column(heading, partial(_roster_cell, place))


def _roster_cell(place: int, row: Row) -> str:
    return row.student.cells[place] if row.student else ""


def marks_cell(marks: Fraction | None) -> str:
    """Return the cell of *marks*; empty where there are none."""
    return "" if marks is None else marks_in_words(marks)


def results_of(people: Iterable[Row]) -> list[Result]:
    """Return the results that there are, in the order of the rows."""
    return [row.result for row in people if row.result]


def tasks_of(results: Iterable[Result]) -> list[TaskResult]:
    """Return the tasks of a class, each as the first result has it."""
    tasks: dict[str, TaskResult] = {}
    for result in results:
        for task in result.tasks:
            tasks.setdefault(task.id, task)
    return list(tasks.values())


def task_marks(task: TaskResult, result: Result | None) -> Fraction | None:
    """Return the marks that *result* has for the same task as *task*."""
    marks = {other.id: other.marks for other in result.tasks} if result else {}
    return marks.get(task.id)


def marked_parts(results: Iterable[Result]) -> tuple[ManualPart, ...]:
    """Return the parts that a tutor marks, as soon as anybody has a mark for one."""
    parts = [part for result in results for part in result.manual]
    if all(part.marks is None for part in parts):
        return ()
    return tuple({part.name: part for part in parts}.values())


def part_marks(part: ManualPart, result: Result | None) -> Fraction | None:
    """Return what a tutor gave in *result* for the same part as *part*."""
    marks = {other.name: other.marks for other in result.manual} if result else {}
    return marks.get(part.name)


def whole_mark(result: Result | None) -> tuple[Fraction, Fraction] | tuple[None, None]:
    """Return the whole mark and its maximum, as far as they are known (see `result.whole`)."""
    return (whole(result) if result else None) or (None, None)


def is_unmarked(result: Result | None) -> bool:
    """Return whether a tutor has some part of *result* still to mark."""
    return result is not None and any(part.marks is None for part in result.manual)


_FORMULA = re.compile(r"'*\s*[=+\-@\t\r\n＝＋－＠]")  # noqa: RUF001  (spreadsheets take the wide ones too)
_FORMULA_WITHIN = re.compile(r";(?=[\s'\"]*[=+\-@＝＋－＠])")  # noqa: RUF001
"""Where a formula would begin for a spreadsheet that parts cells at semicolons, as those of half of
Europe do.
"""
_FORMULA_KEPT = re.compile(r";'(?=[\s'\"]*[=+\-@＝＋－＠])")  # noqa: RUF001
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")


def to_csv(book: Table) -> bytes:
    """Return *book* as CSV: UTF-8, lines end as RFC 4180 says, and no cell that a spreadsheet would
    take for a formula.

    Such a cell gets an apostrophe in front, as spreadsheets themselves write text; a plain number
    is left as it is. So does what follows a semicolon in a cell: some spreadsheets begin another
    there. `from_csv` takes them off again.
    """
    text = StringIO(newline="")
    writer = csv.writer(text, quoting=csv.QUOTE_MINIMAL, lineterminator="\r\n")
    for line in (book.heading, *book.lines):
        writer.writerow(map(_as_text, line))
    return text.getvalue().encode("utf-8", "backslashreplace")


def from_csv(data: bytes) -> Table:
    """Read what `to_csv` wrote. Raises GraderError for what is no CSV."""
    try:
        heading, *lines = csv.reader(
            StringIO(data.decode("utf-8-sig"), newline=""), strict=True
        )
    except (csv.Error, ValueError) as error:
        raise GraderError(f"this is not a gradebook ({error})") from None
    return Table(
        tuple(map(as_it_was, heading)),
        tuple(tuple(map(as_it_was, line)) for line in lines),
    )


def _as_text(cell: str) -> str:
    """Return *cell* so that no spreadsheet runs any of it."""
    within = _FORMULA_WITHIN.sub(";'", cell)
    return (
        f"'{within}" if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell) else within
    )


def as_it_was(cell: str) -> str:
    """Return *cell* of a CSV as it was before `to_csv` made it safe for spreadsheets."""
    within = cell[1:] if cell[:1] == "'" and _FORMULA.match(cell) else cell
    return _FORMULA_KEPT.sub(";", within)


def write(path: Path, book: Table) -> None:
    """Write *book* to *path*, whole or not at all. Raises GraderError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        atomic_write(path, to_csv(book))
    except OSError as error:
        raise GraderError(
            f"cannot write {names.display(str(path), 200)}: {error.strerror}"
        ) from None


# What changed since an earlier run.


@dataclass(frozen=True, slots=True)
class CheckChange:
    """A check that ended otherwise than before."""

    id: str
    title: str
    before: Verdict | None
    """None where the check is new."""
    after: Verdict | None
    """None where the check is gone."""


@dataclass(frozen=True, slots=True)
class Change:
    """What is different for one submission."""

    name: str
    before: Fraction | None
    """Total of a graded result as reports show it; None where there was none, or it was not
    gradable.
    """
    after: Fraction | None
    checks: tuple[CheckChange, ...] = ()
    appeared: bool = False
    vanished: bool = False


def compare(
    before: Mapping[str, Result], after: Mapping[str, Result]
) -> tuple[Change, ...]:
    """Return what changed, sorted by the mappings' keys: the same names for the same people in
    both.

    Totals are compared as reports round them: a result read from its file is the same as the one
    that was written. A name that is in one mapping only is a change without checks.
    """
    return tuple(_changes(before, after))


def _changes(
    before: Mapping[str, Result], after: Mapping[str, Result]
) -> Iterator[Change]:
    for name in sorted(before.keys() | after.keys()):
        old, new = before.get(name), after.get(name)
        was, now = _total(old), _total(new)
        if old is None or new is None:
            yield Change(name, was, now, appeared=old is None, vanished=new is None)
            continue
        checks = tuple(_check_changes(old.checks, new.checks))
        if was != now or checks:
            yield Change(name, was, now, checks)


def _total(result: Result | None) -> Fraction | None:
    if result is None or result.status is not Status.GRADED:
        return None
    return as_written(total(result))


def _check_changes(
    old: Sequence[CheckResult], new: Sequence[CheckResult]
) -> Iterator[CheckChange]:
    before = {check.id: check.verdict for check in old}
    after = {check.id: check.verdict for check in new}
    titles = {check.id: check.title for check in (*old, *new)}
    for id in dict.fromkeys([*after, *before]):
        was, now = before.get(id), after.get(id)
        if was is not now:
            yield CheckChange(id, titles[id], was, now)
