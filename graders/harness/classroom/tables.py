"""Tables of marks of a class, as two platforms import them (result_formats 2 and 4).

Who has no mark has an empty cell: no platform is ever told a zero that nobody earned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from graders.harness.classroom.class_folder import Entry
from graders.harness.classroom.gradebook import Standing, Table, to_csv
from graders.harness.classroom.roster import HEADINGS
from graders.harness.errors import GraderError
from graders.harness.reports.medium import marks_in_words
from graders.harness.result import TaskResult, adjusted, printable, total


def canvas(entries: Sequence[Entry], column: str) -> bytes:
    """Return a gradebook for Canvas or Quercus: one assignment, one line a person.

    column: the assignment as Canvas names it, with its number in brackets where there is one ("Assignment 2 (12345)").
    Canvas knows people by its own ID, then by SIS ids: those come from the roster, if it was an export of Canvas.
    """
    heading = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section", _flat(column))
    full = _maximum(entries)
    lines = [("    Points Possible", "", "", "", "", marks_in_words(full))]
    for entry in entries:
        row = entry.row
        login = _cell(entry, HEADINGS["login"])
        number = _cell(entry, HEADINGS["number"])
        other = (login, _cell(entry, HEADINGS["email"]), entry.roster.get("id", ""))
        if not number and row.student_id not in other:
            number = row.student_id
        name = entry.roster.get("student") or row.name or row.submission
        marks = marks_in_words(total(row.result)) if row.result and row.standing is Standing.GRADED else ""
        lines.append((name, entry.roster.get("id", ""), number, login, entry.roster.get("section", ""), marks))
    return to_csv(Table(heading, tuple(lines)))


MARKUS_IDENTITY = ("Group name", "User Name", "Section", "Last Name", "First Name", "ID number", "Email", "Total Mark")


def markus(entries: Sequence[Entry], criteria: Mapping[str, str]) -> bytes:
    """Return the marks of an assignment for MarkUs' Grades tab: one criterion a task, one line a group.

    criteria: a task's id -> the name of its criterion, where that is not the task's name. What a tutor marks has no
    column, so that an import does not clear it.
    """
    tasks: dict[str, TaskResult] = {}
    for entry in entries:
        for task in entry.row.result.tasks if entry.row.result else ():
            tasks.setdefault(task.id, task)
    unknown = [id for id in criteria if id not in tasks]
    if unknown:
        raise GraderError(f"unknown task {unknown[0]!r}; the tasks are {', '.join(tasks)}")
    names = [_flat(criteria.get(task.id, task.name or task.id)) for task in tasks.values()]
    heading = (*MARKUS_IDENTITY, *names, "Bonus/Deductions")
    worth = [marks_in_words(task.max_marks) for task in tasks.values()]
    blanks = ("",) * (len(MARKUS_IDENTITY) - 2)
    lines = [(*blanks, "Out Of", marks_in_words(_maximum(entries)), *worth, "")]
    seen = set()
    for entry in entries:
        row = entry.row
        user = _cell(entry, HEADINGS["login"]) or row.student_id or row.name or row.submission
        group = row.group or user
        if group in seen:
            continue
        seen.add(group)
        result = row.result if row.standing is Standing.GRADED else None
        by_task = {task.id: marks_in_words(task.marks) for task in result.tasks} if result else {}
        change = adjusted(result) if result else Fraction(0)
        lines.append(
            (
                group,
                user,
                entry.roster.get("section", ""),
                _cell(entry, HEADINGS["last"]),
                _cell(entry, HEADINGS["first"]),
                row.student_id,
                _cell(entry, HEADINGS["email"]),
                marks_in_words(total(result)) if result else "",
                *(by_task.get(id, "") for id in tasks),
                marks_in_words(change) if change else "",
            )
        )
    return to_csv(Table(heading, tuple(lines)))


def _maximum(entries: Sequence[Entry]) -> Fraction:
    """Return what the assignment is out of. Raises GraderError where nothing was graded."""
    found = [entry.row.result.max_marks for entry in entries if entry.row.result]
    if not found:
        raise GraderError("nobody was graded: there are no marks to write")
    return max(found)


def _cell(entry: Entry, headings: Sequence[str]) -> str:
    return next((entry.roster[heading] for heading in headings if entry.roster.get(heading)), "")


def _flat(text: str) -> str:
    return printable(text, 200).replace("\n", " ").strip()
