"""Tries one check while it is written: on the reference, the starter, exemplars, and a submission
that is named.

Examples are drawn afresh, whatever is kept or distilled. The reference has to pass; what exemplars
must get stands in their tables. No marks come of it, so those of the task's checks need not fit
yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from graders.harness.assignment.manifest import Assignment, Shrink, without_style
from graders.harness.grading.grader import Grader
from graders.harness.intake import Submission, submission_from_bytes
from graders.harness.result import CheckResult, Result, Verdict
from graders.harness.sandbox.interface import Backend
from graders.harness.verification.exemplars import Exemplar, as_submission, load_exemplars
from graders.harness.verification.gradings import given

PASS, FAIL, EITHER = "pass", "fail", ""
"""What a submission has to do."""


@dataclass(frozen=True, slots=True)
class Tried:
    """One submission, and how the check ended on it."""

    name: str
    title: str
    """What it is, in the words of its table."""
    wanted: str
    """PASS, FAIL, EITHER, or the very verdict."""
    check: CheckResult
    result: Result
    """The check is all that was run of it."""

    @property
    def wrong(self) -> bool:
        """Whether the check ended otherwise than it has to."""
        if self.wanted == FAIL:
            return self.check.verdict is Verdict.PASSED
        return self.wanted != EITHER and self.check.verdict.value != {PASS: "passed"}.get(
            self.wanted, self.wanted
        )


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be tried, and on what."""

    assignment: Assignment
    backend: Backend
    check: str
    seed: int
    """What examples are drawn by."""
    every: bool = False
    """Whether on all exemplars, and not only on right ones and those that say something of the
    check.
    """
    submission: Submission | None = None


def try_check(order: Order) -> Iterator[Tried]:
    """Yield how the check ends on each submission, as soon as it is known. Raises ReferenceFails,
    GraderBroken.
    """
    assignment = _with(without_style(order.assignment), grade_by="all")
    only = frozenset([order.check])
    recorded = Grader(assignment, order.backend).record(only=only, explore=order.seed)
    grader = Grader(assignment, order.backend, kept=recorded)
    hasty = Grader(_with(assignment, shrink=Shrink(calls=0)), order.backend, kept=recorded)

    def tried(by: Grader, submission: Submission, name: str, title: str, wanted: str) -> Tried:
        result = by.grade(submission, only=only, unfinished=True).result
        (check,) = (check for check in result.checks if check.id == order.check)
        return Tried(name, title, wanted, check, result)

    for folder, name, wanted in (
        (assignment.reference, "reference", PASS),
        (assignment.starter, "starter", EITHER),
    ):
        files = given(assignment, folder)
        if files:
            yield tried(hasty, submission_from_bytes(name, files, assignment), name, "", wanted)
    for exemplar in chosen(load_exemplars(assignment.grader), order.check, every=order.every):
        submission = as_submission(exemplar, assignment)
        yield tried(
            hasty, submission, exemplar.id, exemplar.title, wanted_of(exemplar, order.check)
        )
    if order.submission is not None:
        yield tried(grader, order.submission, order.submission.name, "", EITHER)


def chosen(exemplars: Sequence[Exemplar], check: str, *, every: bool) -> list[Exemplar]:
    """Return those of *exemplars* that *check* is tried on: those that must fail it first."""
    some = [
        one for one in exemplars if every or one.kind == "right" or wanted_of(one, check) != PASS
    ]
    return sorted(some, key=lambda one: wanted_of(one, check) == PASS)


def wanted_of(exemplar: Exemplar, check: str) -> str:
    """Return what *exemplar* has to do in *check*."""
    verdicts: Mapping[str, Verdict] = exemplar.verdicts
    if check in verdicts:
        return PASS if verdicts[check] is Verdict.PASSED else verdicts[check].value
    return FAIL if check in exemplar.must_fail else EITHER if check in exemplar.may_fail else PASS


def _with(assignment: Assignment, **changes: Any) -> Assignment:
    return msgspec.structs.replace(
        assignment, manifest=msgspec.structs.replace(assignment.manifest, **changes)
    )
