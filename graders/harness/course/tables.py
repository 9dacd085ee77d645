"""Tables of marks of a class, as two platforms import them (result_formats 2 and 4).

Who has no mark has an empty cell: no platform is ever told a zero that nobody earned.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from graders.harness.course.class_folder import Entry, results_of
from graders.harness.course.gradebook import (
    Row,
    Table,
    is_unmarked,
    marked_parts,
    marks_cell,
    part_marks,
    task_marks,
    tasks_of,
    to_csv,
    whole_mark,
)
from graders.harness.course.pages import page_is_own
from graders.harness.course.roster import HEADINGS
from graders.harness.errors import GraderError
from graders.harness.reports.medium import marks_in_words
from graders.harness.result import Result, adjusted, printable, total


def canvas(entries: Sequence[Entry], column: str) -> bytes:
    """Return a gradebook for Canvas or Quercus: one assignment, one line a person.

    As soon as a tutor's marks are there, everybody's is the whole mark, and who is not marked in
    all parts has none. column: the assignment as Canvas names it, with its number in brackets where
    there is one ("Assignment 2 (12345)"). Canvas knows people by its own ID, then by SIS ids: those
    come from the roster, if it was an export of Canvas.
    """
    heading = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section", _flat(column))
    with_tutors = marked_by_tutors(entries)
    full = _maximum(entries, with_tutors)
    lines = [("    Points Possible", "", "", "", "", marks_in_words(full))]
    for entry in entries:
        row = entry.row
        name = entry.roster.get("student") or row.name or row.submission
        id, section = entry.roster.get("id", ""), entry.roster.get("section", "")
        login = entry.cell(HEADINGS["login"])
        lines.append(
            (name, id, _sis_number(entry), login, section, _mark(row, with_tutors))
        )
    return to_csv(Table(heading, tuple(lines)))


def _sis_number(entry: Entry) -> str:
    """Return the number of a person, and not what a roster without numbers has in its place."""
    number = entry.cell(HEADINGS["number"])
    login, email = entry.cell(HEADINGS["login"]), entry.cell(HEADINGS["email"])
    if number or entry.row.student_id in (login, email, entry.roster.get("id", "")):
        return number
    return entry.row.student_id


MARKUS_IDENTITY = (
    "Group name",
    "User Name",
    "Section",
    "Last Name",
    "First Name",
    "ID number",
    "Email",
    "Total Mark",
)


def markus(entries: Sequence[Entry], criteria: Mapping[str, str]) -> bytes:
    """Return the marks of an assignment for MarkUs' Grades tab: one criterion a task, one line a
    group. Where members' results differ, each has a line.

    criteria: a task's id -> the name of its criterion, where that is not the task's name. What a
    tutor marks has a column once everybody is marked: until then it has none, so that an import
    does not clear what was typed there.
    """
    with_tutors = marked_by_tutors(entries) and not waiting(entries)
    results = results_of(entries)
    tasks = tasks_of(results)
    parts = marked_parts(results) if with_tutors else ()
    _refuse_unknown(criteria, [task.id for task in tasks])
    names = [criteria.get(task.id, task.name or task.id) for task in tasks]
    names += [part.name for part in parts]
    worth = [*(task.max_marks for task in tasks), *(part.max_marks for part in parts)]
    blanks = ("",) * (len(MARKUS_IDENTITY) - 2)
    full = _maximum(entries, with_tutors)
    lines = [(*blanks, "Out Of", *map(marks_in_words, (full, *worth)), "")]
    for entry in _one_for_each_page(entries):
        graded = entry.row.graded
        marks = [task_marks(task, graded) for task in tasks]
        marks += [part_marks(part, graded) for part in parts]
        bonus = adjusted(graded) if graded else None
        own_mark = _mark(entry.row, with_tutors)
        cells = (*map(marks_cell, marks), marks_cell(bonus or None))
        lines.append((*_markus_identity(entry), own_mark, *cells))
    heading = (*MARKUS_IDENTITY, *map(_flat, names), "Bonus/Deductions")
    return to_csv(Table(heading, tuple(lines)))


def _refuse_unknown(criteria: Iterable[str], tasks: Sequence[str]) -> None:
    """Raise GraderError for a criterion of a task that does not exist."""
    for id in criteria:
        if id not in tasks:
            raise GraderError(f"unknown task {id!r}; the tasks are {', '.join(tasks)}")


def _one_for_each_page(entries: Iterable[Entry]) -> Iterable[Entry]:
    """Return the first entry of each group, and of its members who have pages of their own."""
    first: dict[tuple[str, str], Entry] = {}
    for entry in entries:
        first.setdefault((_markus_group(entry), entry.row.page), entry)
    return first.values()


def _markus_user(entry: Entry) -> str:
    row = entry.row
    return entry.cell(HEADINGS["login"]) or row.student_id or row.name or row.submission


def _markus_group(entry: Entry) -> str:
    return entry.row.group or _markus_user(entry)


def _markus_identity(entry: Entry) -> tuple[str, ...]:
    """Return the cells below `MARKUS_IDENTITY`, but for the mark."""
    return (
        _markus_group(entry),
        _markus_user(entry),
        entry.roster.get("section", ""),
        entry.cell(HEADINGS["last"]),
        entry.cell(HEADINGS["first"]),
        entry.row.student_id,
        entry.cell(HEADINGS["email"]),
    )


def differing_groups(entries: Iterable[Entry]) -> tuple[str, ...]:
    """Return the groups whose members handed in one submission and have different marks for it."""
    marks: dict[str, set[Fraction]] = {}
    for entry in entries:
        row = entry.row
        if row.result is not None and page_is_own(row.page):
            marks.setdefault(row.group or row.submission, set()).add(total(row.result))
    return tuple(group for group, different in marks.items() if len(different) > 1)


def marked_by_tutors(entries: Iterable[Entry]) -> bool:
    """Return whether any tutor's marks are there: then marks are those of the whole assignment."""
    return bool(marked_parts(results_of(entries)))


def waiting(entries: Iterable[Entry]) -> tuple[str, ...]:
    """Return who was graded, but is not marked by a tutor in all parts."""
    return tuple(entry.row.shown for entry in entries if is_unmarked(entry.row.graded))


def _mark(row: Row, with_tutors: bool) -> str:
    """Return the cell of a person's mark; empty where it is not known."""
    if row.graded is None:
        return ""
    if with_tutors:
        return marks_cell(whole_mark(row.graded)[0])
    return marks_in_words(total(row.graded))


def _maximum(entries: Iterable[Entry], with_tutors: bool) -> Fraction:
    """Return what the assignment is out of. Raises GraderError where nothing was graded."""
    results = results_of(entries)
    if not results:
        raise GraderError("nobody was graded: there are no marks to write")
    if with_tutors:
        return max(map(_with_parts, results))
    return max(result.max_marks for result in results)


def _with_parts(result: Result) -> Fraction:
    return result.max_marks + sum(
        (part.max_marks for part in result.manual), Fraction(0)
    )


def _flat(text: str) -> str:
    return printable(text, 200).replace("\n", " ").strip()
