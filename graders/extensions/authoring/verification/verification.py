"""A grader under verification, and the gradings that several claims use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import msgspec
from rich.console import Console

from graders.extensions.shared.gradings import (
    Gradings,
    reference_mutants,
    solved_files,
    submissions_of,
)
from graders.extensions.shared.mutants import Mutant, sample
from graders.harness.assignment.manifest import Assignment
from graders.harness.course.run.deliveries import GradedSubmission
from graders.harness.grading.grader import Grader
from graders.harness.intake import Submission, submission_from_bytes
from graders.harness.processes.jobs import Settings
from graders.harness.progress import Live
from graders.harness.result import Result

REFERENCE, STARTER = "the reference", "the starter"


@dataclass(frozen=True, slots=True)
class VerificationRequest:
    """A grader to verify, and how."""

    settings: Settings
    jobs: int
    """Submissions graded at once."""
    mutants: int | None = None
    """Number of mutants, and of what other claims make of the reference, evenly spread; None for
    all.
    """
    named: bool = False
    """Whether claims are named, which then show more."""
    use_store: bool = True
    """Whether to use stored results of this exact grader."""
    messages: Console = field(default_factory=lambda: Console(stderr=True))
    """Console for progress."""


@dataclass
class Verification:
    """An open grader under verification, and results that several claims use."""

    request: VerificationRequest
    assignment: Assignment
    grader: Grader
    recording: bytes = b""
    """The recording of the reference, made for the first claim."""

    @cached_property
    def gradings(self) -> Gradings:
        """Return the means to grade many submissions."""
        request = self.request
        return Gradings(
            self.assignment,
            request.settings,
            request.jobs,
            request.messages,
            request.use_store,
        )

    def submission(self, name: str, folder: Path) -> Submission:
        """Return the files in *folder* that students hand in, as a submission."""
        return submission_from_bytes(name, solved_files(self.assignment, folder), self.assignment)

    @property
    def reference(self) -> Submission:
        """Return the reference as a submission."""
        return self.submission(REFERENCE, self.assignment.reference)

    @property
    def starter(self) -> Submission:
        """Return the starter as a submission."""
        return self.submission(STARTER, self.assignment.starter)

    @cached_property
    def mutants(self) -> Sequence[Mutant]:
        """Return all mutants."""
        return reference_mutants(self.assignment)

    @cached_property
    def tried_mutants(self) -> Sequence[Mutant]:
        """Return the requested number of mutants."""
        return sample(self.mutants, self.request.mutants)

    @cached_property
    def graded_mutants(self) -> Mapping[str, GradedSubmission]:
        """Return the reference and the requested mutants, graded up to the first failure."""
        settings = msgspec.structs.replace(
            self.gradings.hurried(self.request.settings),
            shrink_calls=0,
            until="failure",
        )
        mutants = submissions_of(self.assignment, self.tried_mutants)
        return self.gradings.graded({REFERENCE: self.reference, **mutants}, settings, "mutants")

    def grade(self, submission: Submission) -> Result:
        """Return the result of *submission*, graded in this process."""
        with Live(self.request.messages) as self.grader.progress:
            return self.grader.grade(submission).result
