"""``grader distil``: the few examples that a property needs, chosen of many."""

from __future__ import annotations

import argparse

from graders.harness.assignment.manifest import load_assignment
from graders.harness.commands.grammar import (
    Commands,
    add_assignment,
    add_checks,
    positive,
    settings_of,
)
from graders.harness.errors import DONE, NOT_PASSED

POOL = 300


def add(commands: Commands) -> None:
    """Add the command."""
    distil = commands.add(
        "distil", run, "choose the few examples of each property that prove something",
        """\
Draw many examples for every property, and try all mutants and faulty exemplars on them. Keep the
few that find every fault which the many find, each at least three times if possible, and a spread
by size and by the lines of the reference that they reach. They are written to
graders/ASSIGNMENT/distilled, to be read and committed: everybody is graded by the same examples,
whatever release of Hypothesis is installed.""",
        """\
Distilled examples are used as long as the check and its strategies do not change. After a change
examples are drawn again, which takes longer, until this command is run; `grader verify` says so.

Programs that exactly this grader tried before are not tried again: a run that was stopped goes on.

examples:
  grader distil csc148_2020_blocky                    all properties; a quarter of an hour or more
  grader distil csc148_2020_blocky block.swap-laws    one of them
  grader distil csc148_2020_blocky --stale            those whose checks have changed since
  grader grade ASSIGNMENT PATH --examples all         grade by all that is drawn, all the same""",
    )  # fmt: skip
    add_assignment(distil)
    add_checks(
        distil,
        "checks",
        nargs="*",
        help="only these properties: ids, beginnings of ids, or patterns",
    )
    distil.add_argument(
        "--stale",
        action="store_true",
        help="only those that are new, or whose strategies have changed",
    )
    distil.add_argument(
        "--pool",
        metavar="N",
        type=positive,
        default=POOL,
        help=f"examples drawn per property (default: {POOL})",
    )
    distil.add_argument(
        "--mutants",
        metavar="N",
        type=positive,
        help="try only this many mutants, evenly spread (default: all)",
    )
    distil.add_argument(
        "--jobs",
        metavar="N",
        type=positive,
        help="programs tried at once (default: the cores)",
    )
    distil.add_argument(
        "--sandbox", metavar="CHOICE", default="auto", help="as for `grader grade`"
    )


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    from graders.harness.assignment import distilled
    from graders.harness.course.classrun import cores
    from graders.harness.verification.distil import DistilRequest, distil

    assignment = load_assignment(args.assignment)
    settings, checks = settings_of(assignment, args.sandbox), frozenset(args.checks)
    jobs = args.jobs or cores()
    request = DistilRequest(settings, args.pool, jobs, checks, args.stale, args.mutants)
    lost, kept, pool = 0, 0, 0
    for result in distil(request):
        missed = result.faults - result.found
        lost += missed
        kept += result.kept
        pool += result.pool
        examples = f"{result.kept:>4} of {result.pool:<5}"
        faults = f"{result.found} of {result.faults} faults"
        warning = f", {missed} NOT FOUND" if missed else ""
        print(f"{result.check:<40} {examples} find {faults}{warning}", flush=True)
    if args.stale and not kept:
        print(
            f"nothing is stale: all of {assignment.id}'s distilled examples are of these checks"
        )
        return DONE
    print(f"{kept} of {pool} examples kept in {distilled.folder_of(assignment)}")
    return NOT_PASSED if lost else DONE
