"""Tries one check while it is written, on the reference, the starter, exemplars and a submission.

Examples are always drawn again. The reference must pass; exemplars' expected verdicts are in their
tables. No marks are computed, so those of the task's checks need not add up yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from graders.extensions.shared.exemplars import (
    Exemplar,
    as_submission,
    load_exemplars,
)
from graders.extensions.shared.gradings import solved_files
from graders.harness.assignment.manifest import Assignment, Shrink, without_style
from graders.harness.grading.grader import Grader
from graders.harness.intake import Submission, submission_from_bytes
from graders.harness.result import CheckResult, Result, Verdict
from graders.harness.sandbox.interface import Backend

PASS, FAIL, EITHER = "pass", "fail", ""
"""Expected outcomes."""


@dataclass(frozen=True, slots=True)
class TrialOutcome:
    """A submission, and the check's outcome on it."""

    name: str
    title: str
    """Title of an exemplar."""
    expected: str
    """PASS, FAIL, EITHER, or an exact verdict."""
    check: CheckResult
    result: Result
    """A result with only this check."""

    @property
    def wrong(self) -> bool:
        """Whether the outcome is not as expected."""
        verdict = self.check.verdict
        if self.expected in (PASS, FAIL):
            return (verdict is Verdict.PASSED) is (self.expected == FAIL)
        return self.expected not in (EITHER, verdict.value)


@dataclass(frozen=True, slots=True)
class TrialRequest:
    """A check to try, and the submissions to try it on."""

    assignment: Assignment
    backend: Backend
    check: str
    seed: int
    """Seed of the drawn examples."""
    every: bool = False
    """Whether to use all exemplars, or only right ones and those that name the check."""
    submission: Submission | None = None


def try_check(request: TrialRequest) -> Iterator[TrialOutcome]:
    """Yield each outcome as soon as the check has ended. Raises ReferenceFails, GraderBroken."""
    assignment = _with(without_style(request.assignment), grade_by="all")
    only = frozenset([request.check])
    recorded = Grader(assignment, request.backend).record(only=only, explore=request.seed)
    grader = Grader(assignment, request.backend, kept=recorded)
    without_shrinking = _with(assignment, shrink=Shrink(calls=0))
    hasty = Grader(without_shrinking, request.backend, kept=recorded)

    def outcome(by: Grader, submission: Submission, title: str, expected: str) -> TrialOutcome:
        result = by.grade(submission, only=only, unfinished=True).result
        (check,) = (check for check in result.checks if check.id == request.check)
        return TrialOutcome(submission.name, title, expected, check, result)

    for folder, name, expected in (
        (assignment.reference, "reference", PASS),
        (assignment.starter, "starter", EITHER),
    ):
        files = solved_files(assignment, folder)
        if files:
            yield outcome(hasty, submission_from_bytes(name, files, assignment), "", expected)
    exemplars = load_exemplars(assignment.grader)
    for exemplar in chosen(exemplars, request.check, every=request.every):
        expected = expected_of(exemplar, request.check)
        yield outcome(hasty, as_submission(exemplar, assignment), exemplar.title, expected)
    if request.submission is not None:
        yield outcome(grader, request.submission, "", EITHER)


def chosen(exemplars: Sequence[Exemplar], check: str, *, every: bool) -> list[Exemplar]:
    """Return the *exemplars* on which to try *check*; those that must fail come first."""
    relevant = [
        exemplar
        for exemplar in exemplars
        if every or exemplar.kind == "right" or expected_of(exemplar, check) != PASS
    ]
    return sorted(relevant, key=lambda exemplar: expected_of(exemplar, check) == PASS)


def expected_of(exemplar: Exemplar, check: str) -> str:
    """Return the expected outcome of *check* on *exemplar*."""
    verdict = exemplar.verdicts.get(check)
    if verdict is not None:
        return PASS if verdict is Verdict.PASSED else verdict.value
    if check in exemplar.must_fail:
        return FAIL
    return EITHER if check in exemplar.may_fail else PASS


def _with(assignment: Assignment, **changes: Any) -> Assignment:
    return msgspec.structs.replace(
        assignment, manifest=msgspec.structs.replace(assignment.manifest, **changes)
    )
