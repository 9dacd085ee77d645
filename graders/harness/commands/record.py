"""``grader record``: records scenarios from the reference."""

from __future__ import annotations

import argparse
import sys

from graders.harness.assignment.manifest import load_assignment
from graders.harness.assignment.places import refuse_installed
from graders.harness.commands.grammar import Commands, add_assignment
from graders.harness.errors import DONE, NOT_PASSED


def add(commands: Commands) -> None:
    """Add the command."""
    record = commands.add(
        "record",
        run,
        "record scenarios by running the reference",
        "Run the reference on each scenario's input, and show how the files differ from its "
        "output.",
        """A scenario is a header and a transcript. To make one, write the header and the input
lines, like «this»; then record it and check the difference. A line «^D» ends the input of a program
that reads to its end. What is typed stays as it is: a scenario that types more or less than the
reference reads is an error. Nothing is written without --write.""",
    )
    add_assignment(record)
    record.add_argument(
        "names", nargs="*", metavar="NAME", help="only these scenarios (without .txt)"
    )
    record.add_argument(
        "--write",
        action="store_true",
        help="write the files (otherwise exit 1 if one differs)",
    )


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    from graders.harness.verification.record import record

    assignment = load_assignment(args.assignment)
    if args.write:
        refuse_installed(assignment)
    differ = [recorded for recorded in record(assignment, args.names) if recorded.difference()]
    for recorded in differ:
        print(recorded.difference())
        if args.write:
            recorded.path.write_text(recorded.after, encoding="utf-8")
    if args.write:
        print(
            f"{len(differ)} written; review the differences before you commit them",
            file=sys.stderr,
        )
    return NOT_PASSED if differ and not args.write else DONE
