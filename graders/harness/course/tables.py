"""Tables of marks of a class, as two platforms import them (result_formats 2 and 4).

Who has no mark has an empty cell: no platform is ever told a zero that nobody earned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from graders.harness.course.class_folder import Entry
from graders.harness.course.gradebook import Row, Standing, Table, marked_parts, to_csv
from graders.harness.course.pages import page_is_own
from graders.harness.course.roster import HEADINGS
from graders.harness.errors import GraderError
from graders.harness.reports.medium import marks_in_words
from graders.harness.result import TaskResult, adjusted, printable, total, whole


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
        login = entry.cell(HEADINGS["login"])
        number = entry.cell(HEADINGS["number"])
        other = (login, entry.cell(HEADINGS["email"]), entry.roster.get("id", ""))
        if not number and row.student_id not in other:
            number = row.student_id
        name = entry.roster.get("student") or row.name or row.submission
        marks = _mark(row, with_tutors)
        lines.append(
            (
                name,
                entry.roster.get("id", ""),
                number,
                login,
                entry.roster.get("section", ""),
                marks,
            )
        )
    return to_csv(Table(heading, tuple(lines)))


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
    parts = (
        marked_parts(entry.row.result for entry in entries if entry.row.result)
        if with_tutors
        else ()
    )
    tasks: dict[str, TaskResult] = {}
    for entry in entries:
        for task in entry.row.result.tasks if entry.row.result else ():
            tasks.setdefault(task.id, task)
    unknown = [id for id in criteria if id not in tasks]
    if unknown:
        raise GraderError(f"unknown task {unknown[0]!r}; the tasks are {', '.join(tasks)}")
    names = [_flat(criteria.get(task.id, task.name or task.id)) for task in tasks.values()]
    heading = (*MARKUS_IDENTITY, *names, *(_flat(part.name) for part in parts), "Bonus/Deductions")
    worth = [marks_in_words(task.max_marks) for task in tasks.values()]
    worth += [marks_in_words(part.max_marks) for part in parts]
    blanks = ("",) * (len(MARKUS_IDENTITY) - 2)
    lines = [(*blanks, "Out Of", marks_in_words(_maximum(entries, with_tutors)), *worth, "")]
    seen = set()
    for entry in entries:
        row = entry.row
        user = entry.cell(HEADINGS["login"]) or row.student_id or row.name or row.submission
        group = row.group or user
        if (group, row.page) in seen:
            continue
        seen.add((group, row.page))
        result = row.result if row.standing is Standing.GRADED else None
        by_task = {task.id: marks_in_words(task.marks) for task in result.tasks} if result else {}
        by_hand = (
            {
                part.name: marks_in_words(part.marks)
                for part in result.manual
                if part.marks is not None
            }
            if result
            else {}
        )
        change = adjusted(result) if result else Fraction(0)
        lines.append(
            (
                group,
                user,
                entry.roster.get("section", ""),
                entry.cell(HEADINGS["last"]),
                entry.cell(HEADINGS["first"]),
                row.student_id,
                entry.cell(HEADINGS["email"]),
                _mark(row, with_tutors),
                *(by_task.get(id, "") for id in tasks),
                *(by_hand.get(part.name, "") for part in parts),
                marks_in_words(change) if change else "",
            )
        )
    return to_csv(Table(heading, tuple(lines)))


def differing_groups(entries: Sequence[Entry]) -> tuple[str, ...]:
    """Return the groups whose members handed in one submission and have different marks for it."""
    marks: dict[str, set[Fraction]] = {}
    for row in (entry.row for entry in entries):
        if row.result is not None and page_is_own(row.page):
            marks.setdefault(row.group or row.submission, set()).add(total(row.result))
    return tuple(group for group, different in marks.items() if len(different) > 1)


def marked_by_tutors(entries: Sequence[Entry]) -> bool:
    """Say whether any tutor's marks are there: then marks are those of the whole assignment."""
    return bool(marked_parts(entry.row.result for entry in entries if entry.row.result))


def waiting(entries: Sequence[Entry]) -> tuple[str, ...]:
    """Return who was graded, but is not marked by a tutor in all parts."""
    graded = [entry.row for entry in entries if entry.row.standing is Standing.GRADED]
    return tuple(
        row.shown
        for row in graded
        if row.result and row.result.manual and whole(row.result) is None
    )


def _mark(row: Row, with_tutors: bool) -> str:
    """Return the cell of a person's mark; empty where it is not known."""
    if row.result is None or row.standing is not Standing.GRADED:
        return ""
    known = whole(row.result) if with_tutors else (total(row.result), row.result.max_marks)
    return marks_in_words(known[0]) if known else ""


def _maximum(entries: Sequence[Entry], with_tutors: bool) -> Fraction:
    """Return what the assignment is out of. Raises GraderError where nothing was graded."""
    found = [
        entry.row.result.max_marks
        + (
            sum((part.max_marks for part in entry.row.result.manual), Fraction(0))
            if with_tutors
            else 0
        )
        for entry in entries
        if entry.row.result
    ]
    if not found:
        raise GraderError("nobody was graded: there are no marks to write")
    return max(found)


def _flat(text: str) -> str:
    return printable(text, 200).replace("\n", " ").strip()
