"""Claim *lazy*: no check passes with a stub, a function that does no work, without a reason."""

from __future__ import annotations

from itertools import chain

from graders.extensions.authoring.reasons import load_stub_reasons
from graders.extensions.authoring.stubs import RAISES, by_function, earned, stubs_of
from graders.extensions.authoring.verification.claims import ClaimResult, also, claim_result
from graders.extensions.authoring.verification.verification import Verification
from graders.extensions.shared.gradings import (
    solved_files,
    submissions_of,
    whole_result,
)
from graders.extensions.shared.mutants import sample
from graders.harness.result import not_passed


def lazy(verification: Verification) -> ClaimResult:
    """Check the claim: no check passes with a stub without a reason."""
    assignment, limit = verification.assignment, verification.request.mutants
    reasons = load_stub_reasons(assignment.grader)
    reference = solved_files(assignment, assignment.reference)
    starter = solved_files(assignment, assignment.starter)
    groups = by_function(stubs_of(reference, starter, reasons.program)).values()
    stubs = list(chain.from_iterable(sample(list(groups), limit)))
    graded = verification.gradings.graded_in_full(
        submissions_of(assignment, stubs), "lazy programs"
    )
    lost: list[str] = []
    failed: dict[str, set[str]] = {}
    for name, done in graded.items():
        result = whole_result(done)
        if result is None:
            lost.append(f"{name}: {done.message}")
        else:
            failed[name] = {check.id for check in not_passed(result.checks) if check.max_marks}
    pairs = list(earned(stubs, failed))
    wrong = [f"{stub}: passes {check}" for stub, check in pairs if not reasons.allow(stub, check)]
    number = sum(stub.does != RAISES for stub in stubs)
    summary = (
        f"{number} programs, each with one function that does no work, "
        f"pass {len(wrong)} checks without a reason"
    )
    summary += also(len(pairs) - len(wrong), "with a reason")
    if limit is None:
        wrong += reasons.unused(pairs)
    return claim_result("lazy", summary, wrong, lost)
