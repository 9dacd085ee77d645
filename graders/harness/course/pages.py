"""Pages of a class: each submission has one, or one for each member of its group.

Members of a group share a page as long as their results are equal. If they differ, such as in days
late, each has a page in a folder of their own below the submission's. A page is called after the
submission, and a member's own page SUBMISSION/ID.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graders.harness.course.roster import Matching, Student
from graders.harness.intake.names import file_name
from graders.harness.result import Result


def own_page(submission: str, student_id: str, name: str) -> str:
    """Return what a person's own page is called; *name* is that of a person without an id."""
    return f"{submission}/{file_name(student_id or name)}"


def page_folder(page: str) -> str:
    """Return the folder of *page*, below that of the class."""
    return "/".join(file_name(part) for part in page.split("/"))


def page_is_own(page: str) -> bool:
    """Return whether *page* is that of one member of a group."""
    return "/" in page


def members_of(matching: Matching | None) -> Mapping[str, Sequence[Student]]:
    """Return who handed in each delivery by the roster: delivery's name -> students."""
    students: dict[str, list[Student]] = {}
    for place in matching.places if matching else ():
        if place.delivery is not None:
            students.setdefault(place.delivery.name, []).append(place.student)
    return students


def pages_of(
    submission: str, students: Sequence[Student], results: Sequence[Result]
) -> dict[str, Result]:
    """Return the pages of one submission: page -> result.

    results: one for each of *students*, or the only one of a submission that is nobody's.
    """
    if all(result == results[0] for result in results):
        return {submission: results[0]}
    return {
        own_page(submission, student.id, student.name): result
        for student, result in zip(students, results, strict=True)
    }


def page_for(student: Student, submission: str, results: Mapping[str, Result]) -> str:
    """Return which page of *results* (page -> result) is this student's."""
    own = own_page(submission, student.id, student.name)
    return own if own in results else submission


def paired(
    before: Mapping[str, Result], after: Mapping[str, Result]
) -> tuple[Mapping[str, Result], Mapping[str, Result]]:
    """Return the pages of two runs with the same pages in both: the page of a submission whose
    members have their own in the other run is repeated for each of them.
    """
    own: dict[str, list[str]] = {}
    for page in dict.fromkeys((*before, *after)):
        if page_is_own(page):
            submission = page.partition("/")[0]
            own.setdefault(submission, []).append(page)
    return _spread(before, own), _spread(after, own)


def _spread(
    results: Mapping[str, Result], own: Mapping[str, Sequence[str]]
) -> dict[str, Result]:
    spread = dict(results)
    for submission, pages in own.items():
        shared = spread.pop(submission, None)
        if shared is not None:
            spread |= dict.fromkeys(pages, shared)
    return spread
