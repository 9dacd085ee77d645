"""``grader packages``: locks and installs the packages that submissions may import."""

from __future__ import annotations

from typing import Annotated

from graders.harness.commands.grammar import NamedAssignment, arg
from graders.harness.errors import GraderError


def packages(
    assignment: NamedAssignment,
    *,
    update: Annotated[bool, arg("choose the newest releases again")] = False,
) -> None:
    """Install the packages that submissions may import.

    Chooses the releases of the packages that the manifest names, writes them to packages.lock, and
    installs them for the sandbox.

    The manifest names them as pip does: packages = ["numpy==2.*"]. The lock has the exact releases
    and their hashes; commit it. Run the command once on each machine that grades. It needs the
    internet; grading does not.
    """
    from graders.extensions.arrays import locking
    from graders.extensions.arrays.packages import locked
    from graders.harness.sandbox import find_interpreter

    if not assignment.manifest.packages:
        raise GraderError(
            f'{assignment.id} names no packages: add packages = ["numpy==2.*"], for example, '
            "to its assignment.toml"
        )
    python = find_interpreter(assignment.manifest.python)
    folder = locking.install(assignment, python, update=update)
    for package in locked(assignment):
        print(f"{package.name} {package.version}")
    print(f"installed in {folder}")
