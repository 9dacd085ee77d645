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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from pathlib import Path

from graders.harness.content import write_whole
from graders.harness.course.pages import page_for
from graders.harness.course.roster import Matching, Place, Student, heading_key
from graders.harness.errors import GraderError
from graders.harness.intake import names
from graders.harness.intake.delivery import Delivery, Person
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
    def late(self) -> bool:
        """Return whether it came too late by the roster or the platform."""
        return bool(self.days_late) or MARKED_LATE in self.flags

    @property
    def shown(self) -> str:
        """Return what to call this person, raw: a screen gets it through `Medium`."""
        return self.name or self.student_id or self.submission


def rows(
    deliveries: Iterable[Delivery],
    results: Mapping[str, Result],
    unreadable: Mapping[str, str],
    matching: Matching | None = None,
) -> tuple[Row, ...]:
    """Return the rows of a class, sorted by name, then id, then submission.

    results: page (see `pages`) -> finished result; unreadable: delivery's name -> why intake
    refused it. With *matching* there is one row for everybody on the roster (each member of a group
    has one), then one for every delivery that is nobody's.
    """
    if matching is None:
        found = [_row_of(delivery, results, unreadable) for delivery in deliveries]
        return tuple(sorted(found, key=_order))
    found = [_row_on_roster(place, results, unreadable, matching) for place in matching.places]
    strangers = [
        _row_of(delivery, results, unreadable, matching) for delivery in matching.strangers
    ]
    return (*sorted(found, key=_order), *sorted(strangers, key=_order))


def _row_on_roster(
    place: Place, results: Mapping[str, Result], unreadable: Mapping[str, str], matching: Matching
) -> Row:
    """Return the row of somebody on the roster."""
    student, delivery = place.student, place.delivery
    page, result = "", None
    flags = list(place.flags)
    if delivery is not None:
        page = page_for(student, delivery.name, results)
        result = results.get(page)
        standing = _standing(delivery, result, unreadable)
        flags += _flags(delivery, result, unreadable, matching)
    else:
        standing = Standing.UNDECIDED if place.candidates else Standing.MISSING
        for candidate in place.candidates:
            flags += _flags(candidate, results.get(candidate.name), unreadable, matching)
    concerned = [delivery] if delivery else place.candidates
    return Row(
        student_id=student.id,
        name=student.name,
        group=student.group,
        submission=", ".join(one.name for one in concerned),
        standing=standing,
        result=result,
        days_late=student.days_late,
        flags=tuple(dict.fromkeys(flags)),
        student=student,
        page=page if result else "",
    )


def _row_of(
    delivery: Delivery,
    results: Mapping[str, Result],
    unreadable: Mapping[str, str],
    matching: Matching | None = None,
) -> Row:
    """Return the row of a delivery by what the platform says of it."""

    def joined(parts: Iterable[str]) -> str:
        return "; ".join(names.display(part, 200) for part in parts if part)

    people = delivery.people or (Person(delivery.label),)
    result = results.get(delivery.name)
    return Row(
        student_id=joined(person.ids[0] for person in people if person.ids),
        name=joined(person.name for person in people),
        group="",
        submission=delivery.name,
        standing=_standing(delivery, result, unreadable),
        result=result,
        flags=_flags(delivery, result, unreadable, matching),
        page=delivery.name if result else "",
    )


def _standing(delivery: Delivery, result: Result | None, unreadable: Mapping[str, str]) -> Standing:
    if result is not None:
        return Standing.GRADED if result.status is Status.GRADED else Standing.NOT_GRADABLE
    return Standing.UNREADABLE if delivery.name in unreadable else Standing.NOT_RUN


def _flags(
    delivery: Delivery,
    result: Result | None,
    unreadable: Mapping[str, str],
    matching: Matching | None,
) -> tuple[str, ...]:
    flags = [*delivery.flags, *(matching.flags.get(delivery.name, ()) if matching else ())]
    if delivery.late:
        flags.append(MARKED_LATE)
    if result is not None:
        flags += map(flag_text, result.flags)
    elif delivery.name in unreadable:
        flags.append(unreadable[delivery.name])
    return tuple(dict.fromkeys(flags))


def _order(row: Row) -> tuple[str, str, str, str]:
    return names.folded(row.name), names.folded(row.student_id), row.student_id, row.submission


# The table.


@dataclass(frozen=True, slots=True)
class Table:
    """Cells of a CSV file, as a person reads them."""

    heading: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]


def table(found: Sequence[Row], matching: Matching | None = None) -> Table:
    """Return the gradebook: who, marks per task, total, out of, days late, status, whether
    they are on the roster, flags, then the roster's columns.

    Before the total stands what adjustments made of it, where anybody has one; behind it what
    tutors gave, and the whole mark of who is marked in all parts, as soon as anybody has a tutor's
    mark. Marks are rounded half up to two decimals. A column of the roster that the gradebook has
    under the same heading is not repeated.
    """
    tasks: dict[str, TaskResult] = {}
    for row in found:
        for task in row.result.tasks if row.result else ():
            tasks.setdefault(task.id, task)
    heading = ["student id", "name", "group", "submission"]
    heading += [
        f"{task.name or task.id} ({marks_in_words(task.max_marks)})" for task in tasks.values()
    ]
    changed = any(row.result.adjustments for row in found if row.result)
    heading += [*(["adjustments"] if changed else []), "total", "out of"]
    parts = marked_parts(row.result for row in found if row.result)
    heading += [f"{part.name} ({marks_in_words(part.max_marks)})" for part in parts]
    heading += [*(["whole mark", "whole out of"] if parts else []), "days late", "status"]
    heading += [*([ON_ROSTER] if matching else []), "flags"]
    own = {heading_key(column) for column in heading}
    columns = matching.roster.columns if matching else ()
    kept = [place for place, column in enumerate(columns) if heading_key(column) not in own]
    lines = []
    for row in found:
        marks = row.result if row.standing is Standing.GRADED else None
        by_task = {task.id: marks_in_words(task.marks) for task in marks.tasks} if marks else {}
        line = [row.student_id, row.name, row.group, row.submission]
        line += [by_task.get(id, "") for id in tasks]
        if changed:
            line.append(marks_in_words(adjusted(marks)) if marks else "")
        line.append(marks_in_words(total(marks)) if marks else "")
        line.append(marks_in_words(row.result.max_marks) if row.result else "")
        if parts:
            line += _of_tutors(row.result, parts)
        line.append(marks_in_words(row.days_late) if row.days_late is not None else "")
        line += [row.standing.value, *([("yes" if row.student else "no")] if matching else [])]
        line += ["; ".join(one_line(flag) for flag in row.flags)]
        line += [row.student.cells[place] if row.student else "" for place in kept]
        lines.append(tuple(line))
    return Table((*heading, *(columns[place] for place in kept)), tuple(lines))


def marked_parts(results: Iterable[Result]) -> tuple[ManualPart, ...]:
    """Return the parts that a tutor marks, as soon as anybody has a mark for one."""
    found = [result.manual for result in results]
    if not any(part.marks is not None for parts in found for part in parts):
        return ()
    return tuple({part.name: part for parts in found for part in parts}.values())


def given_for(result: Result | None, parts: Sequence[ManualPart]) -> list[Fraction | None]:
    """Return what a tutor gave for each of *parts*; None for what is not marked."""
    given = {part.name: part.marks for part in result.manual} if result else {}
    return [given.get(part.name) for part in parts]


def _of_tutors(result: Result | None, parts: Sequence[ManualPart]) -> Iterator[str]:
    """Yield the cells of what tutors gave, then the whole mark and its maximum; empty while that is
    not known.
    """
    for marks in given_for(result, parts):
        yield "" if marks is None else marks_in_words(marks)
    known = whole(result) if result else None
    yield from (marks_in_words(known[0]), marks_in_words(known[1])) if known else ("", "")


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
        heading, *lines = csv.reader(StringIO(data.decode("utf-8-sig"), newline=""), strict=True)
    except (csv.Error, ValueError) as error:
        raise GraderError(f"this is not a gradebook ({error})") from None
    return Table(
        tuple(map(as_it_was, heading)), tuple(tuple(map(as_it_was, line)) for line in lines)
    )


def _as_text(cell: str) -> str:
    """Return *cell* so that no spreadsheet runs any of it."""
    within = _FORMULA_WITHIN.sub(";'", cell)
    return f"'{within}" if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell) else within


def as_it_was(cell: str) -> str:
    """Return *cell* of a CSV as it was before `to_csv` made it safe for spreadsheets."""
    within = cell[1:] if cell[:1] == "'" and _FORMULA.match(cell) else cell
    return _FORMULA_KEPT.sub(";", within)


def write(path: Path, book: Table) -> None:
    """Write *book* to *path*, whole or not at all. Raises GraderError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, to_csv(book))
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


def compare(before: Mapping[str, Result], after: Mapping[str, Result]) -> tuple[Change, ...]:
    """Return what changed, sorted by the mappings' keys: the same names for the same people in
    both.

    Totals are compared as reports round them: a result read from its file is the same as the one
    that was written. A name that is in one mapping only is a change without checks.
    """
    return tuple(_changes(before, after))


def _changes(before: Mapping[str, Result], after: Mapping[str, Result]) -> Iterator[Change]:
    for name in sorted(before.keys() | after.keys()):
        old, new = before.get(name), after.get(name)
        was, now = _total(old), _total(new)
        checks = tuple(_check_changes(old.checks, new.checks)) if old and new else ()
        if old is None or new is None or was != now or checks:
            yield Change(name, was, now, checks, appeared=old is None, vanished=new is None)


def _total(result: Result | None) -> Fraction | None:
    graded = result is not None and result.status is Status.GRADED
    return as_written(total(result)) if result is not None and graded else None


def _check_changes(old: Sequence[CheckResult], new: Sequence[CheckResult]) -> Iterator[CheckChange]:
    was, now = {check.id: check for check in old}, {check.id: check for check in new}
    for id in dict.fromkeys([*now, *was]):
        earlier, later = was.get(id), now.get(id)
        if earlier is None or later is None or earlier.verdict is not later.verdict:
            either = later or earlier
            yield CheckChange(
                id,
                either.title if either else "",
                earlier.verdict if earlier else None,
                later.verdict if later else None,
            )
