"""The claim *diagnosis* of ``grader verify``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graders.harness.assignment.manifest import Assignment
from graders.harness.verification.claims import Claim, ClaimResult, claim_result

if TYPE_CHECKING:
    from graders.harness.verification.verification import Verification


def _on_demand(assignment: Assignment) -> bool:
    return False


def _diagnosis(verification: Verification) -> ClaimResult:
    from graders.extensions.faults.diagnosing import PAIRS, measure

    number = verification.request.mutants
    measured = measure(verification.gradings, PAIRS if number is None else number)
    if not measured.figures:
        remedy = f"`grader refresh {verification.assignment.id} --only dictionary` makes it"
        return claim_result("diagnosis", f"there is no dictionary: {remedy}")
    wrong = [*measured.stale, *measured.short_of_aims()]
    summary = "; ".join(figures.line() for figures in measured.figures)
    return claim_result("diagnosis", summary, wrong, measured.lost)


CLAIMS = (
    Claim(
        "diagnosis",
        "the dictionary is current, and names the faults of programs that are\n"
        "composed of exemplars (only with --only diagnosis; long)",
        _diagnosis,
        is_due=_on_demand,
    ),
)
