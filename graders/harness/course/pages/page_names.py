"""Pages of a class: one for each submission, or one for each member of its group.

Members of a group share a page if their results are equal. Otherwise (if days late differ, for
example) each has a page in a folder below the submission's. A page is named after the submission, a
member's own page SUBMISSION/ID.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graders.harness.course.people.students import Matching, Student
from graders.harness.intake.names import file_name
from graders.harness.result import Result


def own_page(submission: str, student_id: str, name: str) -> str:
    """Return the name of a person's own page; *name* is used for a person without an id."""
    return f"{submission}/{file_name(student_id or name)}"


def page_folder(page: str) -> str:
    """Return the folder of *page*, relative to the class's folder."""
    return "/".join(map(file_name, page.split("/")))


def page_is_own(page: str) -> bool:
    """Return whether *page* belongs to one member of a group."""
    return "/" in page


def page_is_of(page: str, submission: str) -> bool:
    """Return whether *page* is of *submission*: shared, or of one of its authors."""
    return page.partition("/")[0] == submission


def members_of(matching: Matching | None) -> Mapping[str, Sequence[Student]]:
    """Return the authors of each delivery by the roster: delivery's name -> students."""
    students: dict[str, list[Student]] = {}
    for match in matching.matches if matching else ():
        if match.delivery is not None:
            students.setdefault(match.delivery.name, []).append(match.student)
    return students


def pages_of(
    submission: str, students: Sequence[Student], results: Sequence[Result]
) -> dict[str, Result]:
    """Return the pages of a submission: page -> result.

    results: one for each of *students*, or a single one if the authors are unknown.
    """
    if all(result == results[0] for result in results):
        return {submission: results[0]}
    return {
        own_page(submission, student.id, student.name): result
        for student, result in zip(students, results, strict=True)
    }


def authors_of(page: str, students: Sequence[Student]) -> tuple[str, ...]:
    """Return the names of those of *students*, the authors of a submission, whom *page* is for."""
    submission = page.partition("/")[0]
    names = {
        own_page(submission, student.id, student.name): student.name or student.id
        for student in students
    }
    return (names[page],) if page in names else tuple(names.values())


def page_for(student: Student, submission: str, results: Mapping[str, Result]) -> str:
    """Return the page of *results* (page -> result) that belongs to *student*."""
    page = own_page(submission, student.id, student.name)
    return page if page in results else submission


def paired(
    before: Mapping[str, Result], after: Mapping[str, Result]
) -> tuple[Mapping[str, Result], Mapping[str, Result]]:
    """Return the pages of two runs, with the same pages in both.

    If members have their own pages in one run only, the other's shared page is repeated for each.
    """
    pages_of: dict[str, list[str]] = {}
    for page in dict.fromkeys((*before, *after)):
        if page_is_own(page):
            submission = page.partition("/")[0]
            pages_of.setdefault(submission, []).append(page)
    return _spread(before, pages_of), _spread(after, pages_of)


def _spread(
    results: Mapping[str, Result], pages_of: Mapping[str, Sequence[str]]
) -> dict[str, Result]:
    spread = dict(results)
    for submission, pages in pages_of.items():
        shared = spread.pop(submission, None)
        if shared is not None:
            spread |= dict.fromkeys(pages, shared)
    return spread
