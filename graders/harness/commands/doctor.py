"""``grader doctor``: reports the capabilities of this machine."""

from __future__ import annotations

import argparse

from graders.harness.commands.grammar import Commands


def add(commands: Commands) -> None:
    """Add the command."""
    doctor = commands.add(
        "doctor",
        run,
        "report what this machine can do",
        "Report interpreters, sandbox levels and optional tools, and what to do about missing "
        "ones.",
    )
    doctor.add_argument("--json", action="store_true", help="print one JSON document")


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    from graders.harness import doctor

    return doctor.main(as_json=args.json)
