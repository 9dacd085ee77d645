"""``grader distil``: selects few examples for each property out of many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from graders.harness.assignment.places import refuse_installed
from graders.harness.commands.grammar import (
    CORES,
    Jobs,
    NamedAssignment,
    Sandbox,
    arg,
    ids_of_checks,
    positive,
    settings_of,
)
from graders.harness.errors import DONE, NOT_PASSED

POOL = 300
"""Examples drawn for each property."""


def distil(
    assignment: NamedAssignment,
    checks: Annotated[
        Sequence[str],
        arg(
            "only these properties: ids, beginnings of ids, or patterns",
            "CHECK",
            completer=ids_of_checks,
        ),
    ] = (),
    *,
    stale: Annotated[
        bool, arg("only properties that are new, or whose check or strategies have changed")
    ] = False,
    mutants: Annotated[
        int | None,
        arg("run only this many mutants, evenly spread (default: all)", "N", type=positive),
    ] = None,
    jobs: Jobs = CORES,
    sandbox: Sandbox = "auto",
) -> int:
    """Select the few examples that each property needs.

    Draws many examples for every property, and runs all mutants and faulty exemplars on them. Keeps
    the few that find every fault which the many find, each at least three times if possible, and a
    spread by size and by the lines of the reference that they reach. They are written to
    graders/ASSIGNMENT/distilled: review and commit them. Every submission is then graded by the
    same examples, whatever release of Hypothesis is installed.

    Distilled examples are used until the check or its strategies change. After a change examples
    are drawn again, which is slower, until this command is run; `grader verify` reports it.

    Programs that this exact grader ran before are not run again, so an interrupted run can be
    resumed.

    examples:
      grader distil csc148_2020_blocky                    all; a quarter of an hour or more
      grader distil csc148_2020_blocky block.swap-laws    one of them
      grader distil csc148_2020_blocky --stale            those whose checks have changed since
      grader grade ASSIGNMENT PATH --examples all         grade by all drawn examples instead
    """
    from graders.extensions.authoring import distil
    from graders.harness.assignment import distilled

    refuse_installed(assignment)
    settings, chosen = settings_of(assignment, sandbox), frozenset(checks)
    request = distil.DistilRequest(settings, POOL, jobs, chosen, stale, mutants)
    lost, count_kept, drawn = 0, 0, 0
    for result in distil.distil(request):
        missed = result.faults - result.found
        lost += missed
        count_kept += result.kept
        drawn += result.pool
        examples = f"{result.kept:>4} of {result.pool:<5}"
        faults = f"{result.found} of {result.faults} faults"
        warning = f", {missed} NOT FOUND" if missed else ""
        print(f"{result.check:<40} {examples} find {faults}{warning}", flush=True)
    if stale and not count_kept:
        print(f"nothing is stale: all distilled examples of {assignment.id} are up to date")
        return DONE
    print(f"{count_kept} of {drawn} examples kept in {distilled.folder_of(assignment)}")
    return NOT_PASSED if lost else DONE
