"""Advice of extensions on a submission: the hook, and the questions at each moment.

Advice changes no verdict and no mark. While a submission is graded, an advisor may look at it, and
try changed programs, and *notes* what it found: plain data, which the harness carries to the report
and keeps in the store without reading it. When a result is written, the advisor makes a
`Diagnosis` of the result and its notes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Protocol

import msgspec

from graders.harness.assignment.manifest import Assignment
from graders.harness.diagnosis import Diagnosis, joined
from graders.harness.extensions import added
from graders.harness.result import Result

if TYPE_CHECKING:
    from graders.harness.grading.benches import Benches
    from graders.harness.grading.submission_run import SubmissionAdvisor, SubmissionRun
    from graders.harness.intake import Submission

AdvisorNotes = Mapping[str, msgspec.Raw]
"""Name of an advisor -> what it noted of a submission, as JSON."""


class GraderAdvisor(Protocol):
    """Advises on all submissions of one grader."""

    def read_ahead(self) -> None:
        """Read what most submissions need that fail a check: one did, and many may follow, each in
        a fork. Raises SandboxError.
        """

    def of(self, submission: Submission) -> SubmissionAdvisor:
        """Return the advisor on *submission*."""


class Advisor(Protocol):
    """Says what is wrong with submissions."""

    name: str
    """The extension's."""

    def open(self, benches: Benches) -> GraderAdvisor:
        """Return the advisor of a grader with these benches. Raises GraderBroken."""

    def diagnosis(
        self, result: Result, noted: msgspec.Raw, assignment: Assignment
    ) -> Diagnosis | None:
        """Return what is wrong with the submission with *result*; None if there is nothing to say.

        Its hints tell no more than public checks do.
        """

    def remark(self, assignment: Assignment) -> str:
        """Return a remark on what the diagnoses so far were made with; "" if all is well."""


@cache
def advisors() -> Mapping[str, Advisor]:
    """Return the advisors of all extensions, by name. Raises GraderError."""
    return {advisor.name: advisor for advisor in added("advice")}


def opened(benches: Benches) -> dict[str, GraderAdvisor]:
    """Return the advisors of a grader; none without a reference, as in a student's bundle.

    Raises GraderError.
    """
    if benches.reference is None:
        return {}
    return {name: advisor.open(benches) for name, advisor in advisors().items()}


def noted_of(run: SubmissionRun) -> dict[str, msgspec.Raw]:
    """Return what the advisors on the submission of *run* noted."""
    noted = {name: advisor.noted(run) for name, advisor in run.advisors.items()}
    return {
        name: msgspec.Raw(msgspec.json.encode(data))
        for name, data in noted.items()
        if data is not None
    }


def diagnosis_of(result: Result, noted: AdvisorNotes, assignment: Assignment) -> Diagnosis | None:
    """Return what is wrong with the submission with *result*; None if nobody says anything."""
    found = (
        advisor.diagnosis(result, noted[name], assignment)
        for name, advisor in advisors().items()
        if name in noted
    )
    return joined(diagnosis for diagnosis in found if diagnosis is not None)


def remarks(assignment: Assignment) -> Iterable[str]:
    """Yield the remarks of all advisors, for staff."""
    for advisor in advisors().values():
        yield advisor.remark(assignment)
