"""Days late by the platform's own times and a deadline, for people whose roster has none."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from graders.harness.course.people.students import Matching, RosterMatch
from graders.harness.grading.deadline import Deadline
from graders.harness.result import printable

UNREAD = "late, if the extension until '{until}' is not counted: its time cannot be read"
UNKNOWN = "the time of the submission is unknown: is it late?"
"""The flag of a submission without a time, if there is a deadline."""


def dated(matching: Matching, deadline: Deadline) -> Matching:
    """Return *matching* with the days late of everybody whose submission has a time.

    Days on the roster win, because staff or the platform know of agreements. Raises GraderError if
    times have no zone, and staff have not named it.
    """
    matches = (_dated(match, deadline) for match in matching.matches)
    return replace(matching, matches=tuple(matches))


def _dated(match: RosterMatch, deadline: Deadline) -> RosterMatch:
    student, delivery = match.student, match.delivery
    if delivery is None or student.days_late is not None:
        return match
    submitted = delivery.submitted_at or student.submitted
    if submitted is not None:
        days = deadline.days_late(submitted, student.own_deadline) - student.extension
        student = replace(student, days_late=max(days, Fraction(0)))
        unread = student.unread_deadline if student.days_late else ""
        flags = (UNREAD.format(until=printable(unread, 200)),) if unread else ()
        return replace(match, student=student, flags=(*match.flags, *flags))
    if delivery.late is not None:  # Canvas marks late ones, without a time
        return match
    return replace(match, flags=(*match.flags, UNKNOWN))
