"""Who reads a report, and what is kept from them. Every report asks here; none decides for itself."""

from __future__ import annotations

import enum

import msgspec

from graders.harness.result import CheckResult, Result, Visibility


class Audience(enum.Enum):
    """Who reads a report."""

    STAFF = "staff"
    STUDENT = "student"


def title_only(check: CheckResult, audience: Audience) -> bool:
    """Return whether *audience* may know no more of *check* than its title and verdict.

    Then its id, marks, message and exhibits stay out of the report: each of them can tell what a hidden check tries
    (attacks 54, 56 and 57).
    """
    return audience is Audience.STUDENT and check.visibility is Visibility.HIDDEN


def sees_intake(audience: Audience) -> bool:
    """Return whether *audience* sees flags and intake notes: both are remarks to staff about a person's submission."""
    return audience is Audience.STAFF


def seen_by(audience: Audience, result: Result) -> Result:
    """Return *result* without what *audience* may not see, for reports that write a whole result into a file.

    A check of which only title and verdict are known has its place in the result for an id. Its marks stay:
    without them the file would not add up.
    """
    checks = tuple(
        msgspec.structs.replace(check, id=f"{check.task}.hidden-{place}", message="", exhibits=())
        if title_only(check, audience)
        else check
        for place, check in enumerate(result.checks, 1)
    )
    if sees_intake(audience):
        return msgspec.structs.replace(result, checks=checks)
    return msgspec.structs.replace(result, checks=checks, flags=(), notes=())
