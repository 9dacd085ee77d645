"""Tables of marks for import into Canvas and MarkUs (result_formats 2 and 4).

Without a mark a cell is empty, so that no platform gets an undeserved zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from graders.harness.course.class_folder import GradebookEntry, results_of
from graders.harness.course.gradebook import (
    GradebookRow,
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
from graders.harness.reports.console import marks_in_words
from graders.harness.result import Result, adjusted, printable, total


def canvas(entries: Sequence[GradebookEntry], column: str) -> bytes:
    """Return a gradebook for Canvas or Quercus: one assignment, a line for each person.

    Once tutors' marks exist, the marks are whole marks, empty for people not marked in all parts.
    column: Canvas' name of the assignment, with its number in brackets if there is one ("Assignment
    2 (12345)"). Canvas identifies people by its own ID, then by SIS ids; these come from the roster
    if Canvas exported it.
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


def _sis_number(entry: GradebookEntry) -> str:
    """Return a person's student number, or "" if the roster has other ids instead."""
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


def markus(entries: Sequence[GradebookEntry], criteria: Mapping[str, str]) -> bytes:
    """Return the marks of an assignment for MarkUs' Grades tab: a criterion for each task, a line
    for each group, or for each member if their results differ.

    criteria: task's id -> its criterion, if not named after the task. Tutors' parts have columns
    only once everybody is marked, so that an import does not clear marks entered there.
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
    """Raise GraderError for a criterion of an unknown task."""
    for id in criteria:
        if id not in tasks:
            raise GraderError(f"unknown task {id!r}; the tasks are {', '.join(tasks)}")


def _one_for_each_page(entries: Iterable[GradebookEntry]) -> Iterable[GradebookEntry]:
    """Return the first entry of each group, and of its members with pages of their own."""
    first: dict[tuple[str, str], GradebookEntry] = {}
    for entry in entries:
        first.setdefault((_markus_group(entry), entry.row.page), entry)
    return first.values()


def _markus_user(entry: GradebookEntry) -> str:
    row = entry.row
    return entry.cell(HEADINGS["login"]) or row.student_id or row.name or row.submission


def _markus_group(entry: GradebookEntry) -> str:
    return entry.row.group or _markus_user(entry)


def _markus_identity(entry: GradebookEntry) -> tuple[str, ...]:
    """Return the cells for `MARKUS_IDENTITY`, without the mark."""
    return (
        _markus_group(entry),
        _markus_user(entry),
        entry.roster.get("section", ""),
        entry.cell(HEADINGS["last"]),
        entry.cell(HEADINGS["first"]),
        entry.row.student_id,
        entry.cell(HEADINGS["email"]),
    )


def differing_groups(entries: Iterable[GradebookEntry]) -> tuple[str, ...]:
    """Return the groups whose members have different marks for the same submission."""
    marks: dict[str, set[Fraction]] = {}
    for entry in entries:
        row = entry.row
        if row.result is not None and page_is_own(row.page):
            marks.setdefault(row.group or row.submission, set()).add(total(row.result))
    return tuple(group for group, different in marks.items() if len(different) > 1)


def marked_by_tutors(entries: Iterable[GradebookEntry]) -> bool:
    """Return whether there are tutors' marks; then marks are whole marks."""
    return bool(marked_parts(results_of(entries)))


def waiting(entries: Iterable[GradebookEntry]) -> tuple[str, ...]:
    """Return the graded people with an unmarked part."""
    return tuple(entry.row.shown for entry in entries if is_unmarked(entry.row.graded))


def _mark(row: GradebookRow, with_tutors: bool) -> str:
    """Return the cell of a person's mark; "" if it is unknown."""
    if row.graded is None:
        return ""
    if with_tutors:
        return marks_cell(whole_mark(row.graded)[0])
    return marks_in_words(total(row.graded))


def _maximum(entries: Iterable[GradebookEntry], with_tutors: bool) -> Fraction:
    """Return the assignment's maximum. Raises GraderError if nothing was graded."""
    results = results_of(entries)
    if not results:
        raise GraderError("nobody was graded, so there are no marks to write")
    if with_tutors:
        return max(map(_with_parts, results))
    return max(result.max_marks for result in results)


def _with_parts(result: Result) -> Fraction:
    return result.max_marks + sum(
        (part.max_marks for part in result.manual), Fraction(0)
    )


def _flat(text: str) -> str:
    return printable(text, 200).replace("\n", " ").strip()
