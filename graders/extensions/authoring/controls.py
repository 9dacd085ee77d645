"""Claim *controls*: a check charges no function that neither its id nor its docstring names.

A check may call other functions than its subject, as a control or a precondition. A fault in one of
these must not fail the check, except where it cannot do its work without it. So each check is
compared with the mutants of each function: a function whose mutants fail the check is *charged*.
If neither id nor docstring of the check names it, the check demands too much of a control, or its
docstring must name the function, or ``controls.toml`` gives the reason, such as that the check
plays a whole game.

A name is that of the function, without underscores at its begin, or of its class for a constructor.
If no check uses that name, it is that of the class ("SmartPlayer" for its ``generate_move``). A
function that no check names is left out: it is the reference's own helper.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import chain

import msgspec

from graders.extensions.authoring.reasons import load_charge_reasons
from graders.extensions.authoring.stubs import solved_functions_of
from graders.extensions.authoring.verification.claims import ClaimResult, claim_result
from graders.extensions.shared.gradings import (
    Gradings,
    solved_files,
    submissions_of,
    whole_result,
)
from graders.extensions.shared.mutants import Mutant
from graders.harness.assignment.manifest import Assignment
from graders.harness.grading.checks import Check, Invoke
from graders.harness.grading.plugin import ChecksPlugin, run_pytest
from graders.harness.result import CauseKind, Result, not_passed

_NOT_CHARGED = frozenset(
    {
        CauseKind.TOTAL_CPU_LIMIT,
        CauseKind.TOTAL_WALL_LIMIT,
        CauseKind.FILE_BROKEN,
    }
)
"""Causes that say nothing about what a check demands."""


class Charge(msgspec.Struct, frozen=True):
    """A check that fails by faults of a function that its docstring does not name."""

    check: str
    function: str
    """File and qualified name."""
    mutants: int
    """Mutants of the function that the check fails."""
    of: int
    """Mutants of the function that any check fails."""
    example: str
    """One of them."""


def controls(gradings: Gradings, mutants: Iterable[Mutant], limit: int | None) -> ClaimResult:
    """Return the result of the claim for *mutants*, of which all were requested if *limit* is None.

    Raises GraderBroken.
    """
    assignment = gradings.assignment
    by_function = _by_function(assignment, mutants)
    submissions = submissions_of(assignment, list(chain.from_iterable(by_function.values())))
    failed: dict[str, set[str]] = {}
    lost = []
    for name, done in gradings.graded_in_full(submissions, "mutants in full").items():
        graded = whole_result(done)
        if graded is None:
            lost.append(f"{name}: {done.message}")
        else:
            failed[name] = charging_checks(graded)
    docstrings = _docstrings_of(assignment)
    charges = charged(by_function, failed, docstrings)
    reasons = load_charge_reasons(assignment.grader)
    unexplained = [charge for charge in charges if not reasons.allow(charge.check, charge.function)]
    wrong = [
        f"{charge.check} charges {charge.function}: fails {charge.mutants} of its "
        f"{charge.of} mutants, such as {charge.example}"
        for charge in unexplained
    ]
    if limit is None:
        pairs = [(charge.check, charge.function) for charge in charges]
        wrong += reasons.unused(pairs)
    summary = (
        f"mutants of {len(by_function)} functions fail {len(unexplained)} checks that do not "
        "name it"
    )
    if len(charges) > len(unexplained):
        summary += f", {len(charges) - len(unexplained)} with a reason"
    result = claim_result("controls", summary, wrong, lost)
    return msgspec.structs.replace(result, rows=tuple(charges))


def charging_checks(result: Result) -> set[str]:
    """Return the failed checks with marks, except those that had no time left to run, or whose file
    does not load: every check of that file fails then, whatever it demands.
    """
    return {
        check.id
        for check in not_passed(result.checks)
        if check.max_marks and check.reason.kind not in _NOT_CHARGED and not check.reason.loading
    }


def charged(
    by_function: Mapping[str, Iterable[Mutant]],
    failed: Mapping[str, set[str]],
    docstrings: Mapping[str, str],
) -> list[Charge]:
    """Return the charges, those by most mutants first.

    failed: mutant -> checks; docstrings: check -> text.
    """
    texts = {check: f"{check} {text}" for check, text in docstrings.items()}
    found = []
    for function, group in by_function.items():
        naming = _naming(function, texts)
        dead = [mutant.name for mutant in group if failed.get(mutant.name)]
        mutants: dict[str, list[str]] = defaultdict(list)
        for name in dead if naming else ():
            for check in failed[name].difference(naming):
                mutants[check].append(name)
        found += [
            Charge(check, function, len(names), len(dead), names[0])
            for check, names in mutants.items()
        ]
    return sorted(found, key=lambda one: (-one.mutants, one.check, one.function))


def _naming(function: str, texts: Mapping[str, str]) -> list[str]:
    """Return the checks whose text names *function*, which is a file and a qualified name."""
    *scope, name = function.partition(" ")[2].split(".")
    names = [*scope[-1:], name] if name != "__init__" else scope[-1:]
    for name in reversed(names):
        word = re.compile(rf"(?<![^\W_]){re.escape(name.lstrip('_'))}(?!\w)")
        checks = [check for check, text in texts.items() if word.search(text)]
        if checks:
            return checks
    return []


def _by_function(assignment: Assignment, mutants: Iterable[Mutant]) -> dict[str, list[Mutant]]:
    """Return *mutants* by the function that they change, without those of no function."""
    reference = solved_files(assignment, assignment.reference)
    starter = solved_files(assignment, assignment.starter)
    functions = {
        (name, line): function
        for name, data in reference.items()
        for function, lines in solved_functions_of(name, data, starter.get(name, b""))
        for line in lines
    }
    groups: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in mutants:
        function = functions.get((mutant.file, mutant.line))
        if function is not None:
            groups[function].append(mutant)
    return groups


def _docstrings_of(assignment: Assignment) -> dict[str, str]:
    """Return title and docstring of each check by id. Raises GraderBroken."""
    docstrings: dict[str, str] = {}

    def loop(checks: list[Check], invoke: Invoke) -> None:
        for check in checks:
            docstrings[check.id] = f"{check.title}\n{check.body.__doc__ or ''}"

    run_pytest(assignment, ChecksPlugin(assignment, loop))
    return docstrings
