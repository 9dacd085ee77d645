"""``grader check``: students check their own work."""

from __future__ import annotations

import argparse
from pathlib import Path

from graders.harness.assignment.manifest import load_assignment
from graders.harness.commands.grammar import Commands, add_assignment, add_output


def add(commands: Commands) -> None:
    """Add the command."""
    check = commands.add(
        "check",
        run,
        "run the public checks on your own code (students)",
        "Run the public checks on your own code, as a plain process. This is no sandbox: use it "
        "only for code you trust.",
    )
    add_assignment(check)
    check.add_argument(
        "path",
        metavar="PATH",
        type=Path,
        nargs="?",
        default=Path(),
        help="your files (default: here)",
    )
    check.add_argument(
        "--no-style",
        action="store_true",
        help="do not check code style, unless it costs marks",
    )
    add_output(check)
    check.add_argument(
        "--failed",
        action="store_true",
        help="only the checks that failed in the last run",
    )
    check.add_argument(
        "--watch",
        action="store_true",
        help="check again whenever a file is saved (Ctrl+C stops it)",
    )
    check.add_argument(
        "--html", metavar="FILE", type=Path, help="also write the report as a web page"
    )


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    from graders.harness.handout.selfcheck import CheckOptions, check

    return check(load_assignment(args.assignment), args.path, CheckOptions.of(args, out=args.out))
