"""The claims that ``grader verify`` knows.

Listing them imports nothing that grades: the help of every command needs the list.

*lazy*, *chance*, *controls* and *costs* have a file of reasons beside the checks
(:mod:`graders.extensions.authoring.reasons`). They are checked if it exists, or if they are named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from graders.extensions.authoring.verification.claims import Claim, ClaimResult, also, claim_result
from graders.harness.assignment.manifest import Assignment
from graders.harness.result import not_passed

if TYPE_CHECKING:
    from graders.extensions.authoring.chance import Escape
    from graders.extensions.authoring.costs import Cost
    from graders.extensions.authoring.verification.verification import Verification


MOST_ROWS = 20
"""Rows of a table in a terminal; ``--json`` has all."""


def _of_verify(name: str) -> Callable[[Verification], ClaimResult]:
    """Return the function *name* of `verify`, which is imported when it is called."""

    def check(verification: Verification) -> ClaimResult:
        from graders.extensions.authoring.verification import verify

        result: ClaimResult = getattr(verify, name)(verification)
        return result

    return check


def _chance(verification: Verification) -> ClaimResult:
    from graders.extensions.authoring.chance import chance
    from graders.extensions.shared.gradings import judged

    killers = {}
    for mutant in verification.tried_mutants:
        result = judged(verification.graded_mutants[mutant.name])
        failed = not_passed(result.checks) if result is not None else []
        if failed:
            killers[mutant.name] = failed[0]
    limit = verification.request.mutants
    return chance(verification.gradings, verification.reference, killers, limit)


def _controls(verification: Verification) -> ClaimResult:
    from graders.extensions.authoring.controls import controls

    limit = verification.request.mutants
    return controls(verification.gradings, verification.tried_mutants, limit)


def _costs(verification: Verification) -> ClaimResult:
    from graders.extensions.authoring.costs import EXEMPLAR, costs, problems

    request = verification.request
    found = costs(verification.gradings, request.mutants if request.named else 0)
    exemplars = [cost for cost in found if cost.kind == EXEMPLAR]
    dear = [cost for cost in exemplars if cost.remark]
    wrong = problems(verification.assignment, found)
    cheap = sum(cost.is_too_cheap for cost in exemplars)
    summary = f"{len(dear)} of {len(exemplars)} exemplars cost more than a third of their task"
    summary += also(cheap, "less than half of the feature that they break")
    result = claim_result("costs", summary, wrong)
    return msgspec.structs.replace(result, rows=tuple(found)) if request.named else result


def _table_of_costs(costs: Sequence[Cost]) -> Iterable[str]:
    """Yield the lines that show the faults of each task."""
    from graders.extensions.authoring.costs import by_feature
    from graders.harness.reports.console import marks_in_words

    task = ""
    for cost in costs:
        if cost.task != task:
            task = cost.task
            yield f"most expensive in {task}:"
            yield "   marks  elsewhere  checks"
        marks, elsewhere = marks_in_words(cost.marks), marks_in_words(cost.elsewhere)
        remark = f"  << {cost.remark}" if cost.remark else ""
        yield f"{marks:>8} {elsewhere:>10} {cost.checks:>7} {cost.fault}{remark}"
    broken = by_feature(costs)
    if broken:
        yield "features, and the cheapest way to break each in every game:"
        yield "   worth  marks  faults"
    for feature, faults in broken.items():
        cheapest = faults[0]
        worth, marks = marks_in_words(cheapest.worth), marks_in_words(cheapest.total)
        remark = "  << less than half" if cheapest.is_too_cheap else ""
        yield f"{worth:>8} {marks:>6} {len(faults):>7} {feature}: {cheapest.fault}{remark}"


def _table_of_escapes(escapes: Sequence[Escape]) -> Iterable[str]:
    """Yield the lines that show the faults which redraws miss most often."""
    if escapes:
        yield " missed  by all  redraws  check, fault"
    for escape in escapes[:MOST_ROWS]:
        figures = f"{float(escape.part):7.1%} {float(escape.of_all):7.1%} {escape.redraws:8}"
        yield f"{figures} {escape.check}  {escape.fault}"


def _has(file: str) -> Callable[[Assignment], bool]:
    """Return a function that returns whether an assignment has this file of reasons."""
    return lambda assignment: (assignment.grader / file).is_file()


def _examples(verification: Verification) -> ClaimResult:
    from graders.extensions.authoring.examples import examples

    return examples(verification)


def _lazy(verification: Verification) -> ClaimResult:
    from graders.extensions.authoring.lazy import lazy

    return lazy(verification)


def _helpers(verification: Verification) -> ClaimResult:
    from graders.extensions.authoring.second_solutions import helpers

    return helpers(verification)


def _has_text_for_students(assignment: Assignment) -> bool:
    return (assignment.starter / "README.md").is_file()


CLAIMS = (
    Claim(
        "starter",
        "earns exactly the baseline in assignment.toml",
        _of_verify("check_starter"),
    ),
    Claim(
        "bundle",
        "the students' bundle reveals no solution and no hidden check\n"
        "(run if the starter has a README.md, or with --only bundle)",
        _of_verify("check_bundle"),
        is_due=_has_text_for_students,
    ),
    Claim(
        "exemplars",
        "each gets its expected verdicts (`grader exemplars`)",
        _of_verify("check_exemplars"),
    ),
    Claim(
        "mutants",
        "each small change to the reference's solution loses marks",
        _of_verify("check_mutants"),
        uses_mutants=True,
    ),
    Claim(
        "bytes",
        "results are identical to the byte: cold and warm,\n"
        "without a prefetch, and in another order",
        _of_verify("check_bytes"),
    ),
    Claim(
        "examples",
        "the distilled examples kill every mutant that all examples kill",
        _examples,
        uses_mutants=True,
    ),
    Claim(
        "lazy",
        "no check passes with a stub, a function that does no work\n"
        "(run if there is a lazy.toml, or with --only lazy, or --only stubs)",
        _lazy,
        is_due=_has("lazy.toml"),
        alias="stubs",
        uses_mutants=True,
    ),
    Claim(
        "helpers",
        "no helper in the students' bundle solves a graded part\n"
        "(run if the starter has a README.md, or with --only helpers)",
        _helpers,
        is_due=_has_text_for_students,
    ),
    Claim(
        "chance",
        "with other seeds, no fault escapes more than 1 of 100 times, and\n"
        "no right program fails (run if there is a chance.toml, or with\n"
        "--only chance)",
        _chance,
        is_due=_has("chance.toml"),
        uses_mutants=True,
        table=_table_of_escapes,
    ),
    Claim(
        "controls",
        "no check fails by a fault of a function that its docstring does\n"
        "not name (run if there is a controls.toml, or with --only controls)",
        _controls,
        is_due=_has("controls.toml"),
        uses_mutants=True,
    ),
    Claim(
        "costs",
        "no exemplar costs more than a third of its task without a reason,\n"
        "or less than half of the feature that it breaks in every game\n"
        "(run if there is a costs.toml; --only costs also lists the marks\n"
        "that each exemplar, mutant and function without work loses, and\n"
        "what each feature is worth)",
        _costs,
        is_due=_has("costs.toml"),
        table=_table_of_costs,
    ),
)
"""Those that depend on a right reference, in the order of checking."""


def all_claims() -> dict[str, Claim]:
    """Return all claims but the reference's by name."""
    return {claim.name: claim for claim in CLAIMS}


def due_claims(assignment: Assignment, *, mutants: int | None = None) -> list[Claim]:
    """Return the claims that are checked if none is named, with that many mutants."""
    return [
        claim
        for claim in all_claims().values()
        if claim.is_due(assignment) and not (claim.uses_mutants and mutants == 0)
    ]
