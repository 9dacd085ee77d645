"""How one run of a check ended, before marks."""

from __future__ import annotations

from dataclasses import dataclass

from graders.harness.assignment.check import CheckSpec
from graders.harness.result import CAUSES, VERDICTS, Cause, CauseKind, Exhibit, Verdict

_BEST_FIRST = list(VERDICTS)

SHAPE_ERRORS = (
    ArithmeticError,
    AttributeError,
    LookupError,
    MemoryError,
    RecursionError,
    StopIteration,
    SyntaxError,
    TypeError,
    ValueError,
)
"""Exceptions of a check that takes apart an answer of an unexpected shape: `next` of nothing and
texts that are no Python, too.

The reference's answers passed it, so the submission's answer is the reason. An answer that no check
anticipated must not save a mark; staff are flagged.
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one run of a check ended."""

    verdict: Verdict
    cause: Cause | None = None
    """None if it passed, or was not run."""
    exhibits: tuple[Exhibit, ...] = ()
    log: str = ""
    """Why a check broke: for staff, never part of a result."""
    example: str = ""
    """The example of a property that shows the failure, encoded as in the recording."""

    @classmethod
    def of(cls, cause: Cause, exhibits: tuple[Exhibit, ...] = (), log: str = "") -> Outcome:
        """Return the outcome that *cause* leads to."""
        return cls(CAUSES[cause.kind].verdict, cause, exhibits, log)


PASSED = Outcome(Verdict.PASSED)
NOT_RUN = Outcome(Verdict.NOT_RUN)
NOT_FINISHED = Outcome.of(Cause(CauseKind.NOT_FINISHED))


@dataclass(frozen=True, slots=True)
class CheckRun:
    """A check and its outcome."""

    spec: CheckSpec
    title: str
    outcome: Outcome
    seconds: float = 0.0
    calls: int = 0


def is_better(first: Outcome, second: Outcome) -> bool:
    """Return whether *first* is better for the submission than *second*."""
    return _BEST_FIRST.index(first.verdict) < _BEST_FIRST.index(second.verdict)
