"""``grader distil``: selects few examples for each property out of many."""

from __future__ import annotations

import argparse

from graders.harness.assignment.manifest import load_assignment
from graders.harness.assignment.places import refuse_installed
from graders.harness.commands.grammar import (
    Commands,
    add_assignment,
    add_checks,
    add_jobs,
    positive,
    settings_of,
)
from graders.harness.errors import DONE, NOT_PASSED

POOL = 300


def add(commands: Commands) -> None:
    """Add the command."""
    distil = commands.add(
        "distil",
        run,
        "select the few examples that each property needs",
        """\
Draw many examples for every property, and run all mutants and faulty exemplars on them. Keep the
few that find every fault which the many find, each at least three times if possible, and a spread
by size and by the lines of the reference that they reach. They are written to
graders/ASSIGNMENT/distilled: review and commit them. Every submission is then graded by the same
examples, whatever release of Hypothesis is installed.""",
        """\
Distilled examples are used until the check or its strategies change. After a change
examples are drawn again, which is slower, until this command is run; `grader verify` reports it.

Programs that this exact grader ran before are not run again, so an interrupted run can be resumed.

examples:
  grader distil csc148_2020_blocky                    all properties; a quarter of an hour or more
  grader distil csc148_2020_blocky block.swap-laws    one of them
  grader distil csc148_2020_blocky --stale            those whose checks have changed since
  grader grade ASSIGNMENT PATH --examples all         grade by all drawn examples instead""",
    )
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
        help="only properties that are new, or whose check or strategies have changed",
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
        help="run only this many mutants, evenly spread (default: all)",
    )
    add_jobs(distil, "programs run at once (default: number of cores)")
    distil.add_argument("--sandbox", metavar="CHOICE", default="auto", help="as for `grader grade`")


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    from graders.extensions.authoring.distil import DistilRequest, distil
    from graders.harness.assignment import distilled

    assignment = load_assignment(args.assignment)
    refuse_installed(assignment)
    settings, checks = settings_of(assignment, args.sandbox), frozenset(args.checks)
    jobs = args.jobs
    request = DistilRequest(settings, args.pool, jobs, checks, args.stale, args.mutants)
    lost, count_kept, pool = 0, 0, 0
    for result in distil(request):
        missed = result.faults - result.found
        lost += missed
        count_kept += result.kept
        pool += result.pool
        examples = f"{result.kept:>4} of {result.pool:<5}"
        faults = f"{result.found} of {result.faults} faults"
        warning = f", {missed} NOT FOUND" if missed else ""
        print(f"{result.check:<40} {examples} find {faults}{warning}", flush=True)
    if args.stale and not count_kept:
        print(f"nothing is stale: all distilled examples of {assignment.id} are up to date")
        return DONE
    print(f"{count_kept} of {pool} examples kept in {distilled.folder_of(assignment)}")
    return NOT_PASSED if lost else DONE
