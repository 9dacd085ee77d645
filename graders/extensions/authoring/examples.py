"""Claim *examples*: distilled examples are current, and kill every mutant that the pool kills."""

from __future__ import annotations

import msgspec

from graders.extensions.authoring.trials import try_all
from graders.extensions.authoring.verification.claims import ClaimResult, claim_result
from graders.extensions.authoring.verification.verification import Verification
from graders.extensions.shared.gradings import submissions_of
from graders.harness.assignment import distilled
from graders.harness.result import not_passed


def examples(verification: Verification) -> ClaimResult:
    """Return the result of the claim. Raises GraderBroken."""
    assignment, request = verification.assignment, verification.request
    wrong = [
        f"{check}: its examples were distilled for an earlier version"
        for check in distilled.stale(assignment)
    ]
    pool = distilled.pool_of(assignment)
    if not pool:
        return claim_result("examples", "none are distilled, so they are drawn", wrong)
    alive = []
    for mutant in verification.tried_mutants:
        result = verification.graded_mutants[mutant.name].result
        if result is None or not not_passed(result.checks):
            alive.append(mutant)
    settings = msgspec.structs.replace(request.settings, grade_by="all", pool=pool)
    submissions, title = (
        submissions_of(assignment, alive),
        "survivors run on the whole pool",
    )
    trials = try_all(settings, submissions, request.jobs, request.messages, title)
    for name in submissions:
        checks = sorted(trials[name].failing)
        if checks:
            missed = f"survives, but {checks[0]} would kill it with all {pool} examples"
            wrong.append(f"{name}: {missed}")
    if wrong:
        return claim_result("examples", "find fewer faults than the whole pool", wrong)
    number = len(verification.tried_mutants)
    killed = f"{number - len(alive)} of {number} mutants killed"
    summary = f"{killed}, and {pool} examples a property kill no other"
    return claim_result("examples", summary)
