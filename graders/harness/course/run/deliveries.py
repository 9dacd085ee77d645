"""Deliveries of a run over a class: the work that is left, and each one when it is graded."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from graders.harness.grading.advising import AdvisorNotes
from graders.harness.intake.delivery import SubmissionSource
from graders.harness.result import Result


class DeliveryState(enum.Enum):
    """The outcome of a delivery."""

    GRADED = "graded"
    NOT_GRADABLE = "not gradable"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class GradedSubmission:
    """A delivery whose grading is complete."""

    delivery: SubmissionSource
    state: DeliveryState
    result: Result | None = None
    """None only if it is unreadable."""
    log: tuple[str, ...] = ()
    message: str = ""
    """The reason why it is not graded."""
    digest: str = ""
    """Digest of its files: equal for the same files."""
    files: Mapping[str, str] = field(default_factory=dict)
    """File name -> a print that is equal for files that differ only in comments
    (`identical.prints_of`).
    """
    known: bool = False
    """It was graded by an earlier run."""
    seconds: float | None = None
    """Grading time in this run."""
    noted: AdvisorNotes = field(default_factory=dict)
    """Notes of the advisors."""
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """See `IntakeError.choices`."""


@dataclass(frozen=True, slots=True)
class WorkPlan:
    """The work left for a run, found without grading anything."""

    known: frozenset[str]
    """Deliveries with stored results."""
    fresh: frozenset[str]
    """Deliveries to grade."""
    contents: int
    """Number of different submissions among these."""
    unreadable: Mapping[str, str]
    """Delivery's name -> why it cannot be read."""
