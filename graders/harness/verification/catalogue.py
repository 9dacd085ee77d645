"""The claims that ``grader verify`` knows: the harness's own, and those of extensions.

Listing them imports nothing that grades: the help of every command needs the list.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from graders.harness.assignment.manifest import Assignment
from graders.harness.extensions import added
from graders.harness.verification.claims import Claim, ClaimResult

if TYPE_CHECKING:
    from graders.harness.verification.verification import Verification


def _late(name: str) -> Callable[[Verification], ClaimResult]:
    """Return the function *name* of `verify`, which is imported when it is called."""

    def check(verification: Verification) -> ClaimResult:
        from graders.harness.verification import verify

        result: ClaimResult = getattr(verify, name)(verification)
        return result

    return check


def _has_text_for_students(assignment: Assignment) -> bool:
    return (assignment.starter / "README.md").is_file()


CLAIMS = (
    Claim(
        "starter",
        "earns exactly the baseline in assignment.toml",
        _late("check_starter"),
    ),
    Claim(
        "bundle",
        "the students' bundle reveals no solution and no hidden check\n"
        "(run if the starter has a README.md, or with --only bundle)",
        _late("check_bundle"),
        is_due=_has_text_for_students,
    ),
    Claim(
        "exemplars",
        "each gets its expected verdicts (`grader exemplars`)",
        _late("check_exemplars"),
    ),
    Claim(
        "mutants",
        "each small change to the reference's solution loses marks",
        _late("check_mutants"),
        uses_mutants=True,
    ),
    Claim(
        "bytes",
        "results are identical to the byte: cold and warm,\n"
        "without a prefetch, and in another order",
        _late("check_bytes"),
    ),
)
"""The harness's own claims that depend on a right reference, in order."""


def all_claims() -> dict[str, Claim]:
    """Return all claims but the reference's by name, those of extensions last."""
    return {claim.name: claim for claim in (*CLAIMS, *added("claims"))}


def due_claims(assignment: Assignment, *, mutants: int | None = None) -> list[Claim]:
    """Return the claims that are checked if none is named, with that many mutants."""
    return [
        claim
        for claim in all_claims().values()
        if claim.is_due(assignment) and not (claim.uses_mutants and mutants == 0)
    ]
