"""``grader list``: lists the assignments."""

from __future__ import annotations

import argparse

from graders.harness.assignment.manifest import assignment_ids, load_assignment
from graders.harness.commands.grammar import Commands
from graders.harness.errors import DONE
from graders.harness.result import rounded


def add(commands: Commands) -> None:
    """Add the command."""
    listing = commands.add(
        "list", run, "list the assignments", "List the assignments: id, title, marks."
    )
    listing.add_argument(
        "--ids", action="store_true", help="only the ids, one a line, for scripts"
    )


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    for assignment_id in assignment_ids():
        if args.ids:
            print(assignment_id)
            continue
        assignment = load_assignment(assignment_id)
        marks = rounded(assignment.max_marks)
        print(f"{assignment_id:<22} {assignment.manifest.title} ({marks} marks)")
    return DONE
