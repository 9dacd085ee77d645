"""Commands that change a class's marks show the change first, and then ask."""

from __future__ import annotations

import argparse
import sys


def add_consent(sub: argparse.ArgumentParser) -> None:
    """Add the options ``--yes`` and ``--dry-run``."""
    either = sub.add_mutually_exclusive_group()
    either.add_argument("--yes", action="store_true", help="change it without asking")
    either.add_argument(
        "--dry-run", action="store_true", help="show what would change; write nothing"
    )


def agrees(args: argparse.Namespace) -> bool:
    """Return whether the change that was shown is wanted.

    Without ``--yes`` a person is asked; where nobody can answer, nothing is changed.
    """
    if args.yes:
        return True
    if not args.dry_run and sys.stdin.isatty():
        print("\nWrite this? [y/N] ", end="", file=sys.stderr, flush=True)
        if sys.stdin.readline().strip().lower() in ("y", "yes"):
            return True
    print("grader: nothing was changed; --yes writes it", file=sys.stderr)
    return False
