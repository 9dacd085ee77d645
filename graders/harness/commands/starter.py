"""``grader starter``: writes the starter from the reference."""

from __future__ import annotations

import argparse
import sys

from graders.harness.assignment.manifest import Assignment, load_assignment
from graders.harness.assignment.places import refuse_installed
from graders.harness.commands.grammar import Commands, add_assignment
from graders.harness.errors import DONE, NOT_PASSED


def add(commands: Commands) -> None:
    """Add the command."""
    starter = commands.add(
        "starter",
        run,
        "write the starter code from the reference",
        "Write starter/ASSIGNMENT from reference/ASSIGNMENT by leaving the solutions out.",
    )
    add_assignment(starter)
    starter.add_argument(
        "--check",
        action="store_true",
        help="change nothing; list stale files and exit 1 if there are any",
    )


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    from graders.harness.handout import starter

    assignment = load_assignment(args.assignment)
    common = starter.common_files(assignment.manifest)
    if not args.check:
        refuse_installed(assignment)
        for name in starter.build(assignment.reference, assignment.starter, common):
            print(f"wrote starter/{assignment.id}/{name}")
        _note_unproved(assignment)
        return DONE
    stale = starter.stale(assignment.reference, assignment.starter, common)
    for name in stale:
        print(f"stale: starter/{assignment.id}/{name}", file=sys.stderr)
    if stale:
        print(
            f"grader: run `grader starter {assignment.id}` and commit the changes",
            file=sys.stderr,
        )
    _note_unproved(assignment)
    return NOT_PASSED if stale else DONE


def _note_unproved(assignment: Assignment) -> None:
    from graders.harness.handout.starter import unproved

    note = unproved([*assignment.files.submitted, *assignment.files.course])
    if note:
        print(f"note: {note}", file=sys.stderr)
