"""Finishes a result: late days, then tutors' marks, then decisions, for each person.

Grading knows none of the three, so a graded result can be kept and finished again whenever it is
written. Every page, gradebook and export shows a result that `finish` made.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from graders.harness.assignment.manifest import Late
from graders.harness.grading.late import adjusted, refused
from graders.harness.grading.overrides import Decisions, TutorMarks
from graders.harness.result import Result


class Share(NamedTuple):
    """One person's share in a submission."""

    result: Result
    """As it was graded, or as an earlier `finish` made it."""
    days_late: Fraction | None = None
    """None if they were in time, or if the result has been adjusted for them already."""
    tokens: Fraction = Fraction(0)
    """Days that they may still be late for free."""


def finish(
    shares: Sequence[Share],
    late: Late | None,
    tutors: TutorMarks,
    decisions: Decisions,
    files: str = "",
) -> tuple[Result, ...]:
    """Return the result of each person who handed in one submission, in their order.

    A student who handed in alone is a group of one. Finishing a result again only applies later
    changes by tutors and decisions: deductions for late days stay.

    late: the policy; without one no day costs anything. files: digest of the submission's files, by
    which tutors' marks and decisions about other files are flagged.
    """
    dated = [adjusted(share.result, late, share.days_late, share.tokens) for share in shares]
    marked = [tutors.applied(result, files) for result in dated]
    return tuple(refused(file) for file in decisions.applied(marked, files))
