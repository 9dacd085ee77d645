"""``grader packages``: locks and installs the packages that submissions may import."""

from __future__ import annotations

import argparse

from graders.harness.assignment.manifest import load_assignment
from graders.harness.commands.grammar import Commands, add_assignment
from graders.harness.errors import DONE, GraderError


def add(commands: Commands) -> None:
    """Add the command."""
    packages = commands.add(
        "packages",
        run,
        "install the packages that submissions may import",
        "Choose the releases of the packages that the manifest names, write them to packages.lock, "
        "and install them for the sandbox.",
        """The manifest names them as pip does: packages = ["numpy==2.*"]. The lock has the exact
releases and their hashes; commit it. Run the command once on each machine that grades. It needs
the internet; grading does not.""",
    )
    add_assignment(packages)
    packages.add_argument(
        "--update",
        action="store_true",
        help="choose the newest releases again",
    )


def run(args: argparse.Namespace) -> int:
    """Run the command; return the exit status."""
    from graders.extensions.arrays import locking
    from graders.extensions.arrays.packages import locked
    from graders.harness.sandbox import find_interpreter

    assignment = load_assignment(args.assignment)
    if not assignment.manifest.packages:
        raise GraderError(
            f'{assignment.id} names no packages: add packages = ["numpy==2.*"], for example, '
            "to its assignment.toml"
        )
    python = find_interpreter(assignment.manifest.python)
    folder = locking.install(assignment, python, update=args.update)
    for package in locked(assignment):
        print(f"{package.name} {package.version}")
    print(f"installed in {folder}")
    return DONE
