"""``grader doctor --install``: locks and installs the packages that submissions may import."""

from __future__ import annotations

from typing import Annotated

from graders.harness.assignment.manifest import Assignment
from graders.harness.commands.grammar import ASSIGNMENT, arg
from graders.harness.errors import GraderError


def install_packages(
    assignment: Annotated[Assignment | None, ASSIGNMENT] = None,
    *,
    install: Annotated[
        bool, arg("install the packages that submissions of ASSIGNMENT may import")
    ] = False,
    update: Annotated[bool, arg("with --install: choose the newest releases again")] = False,
) -> None:
    """--install chooses the releases of the packages that the manifest names, writes them to
    packages.lock, and installs them for the sandbox.

    The manifest names them as pip does: packages = ["numpy==2.*"]. The lock has the exact releases
    and their hashes; commit it. Run the command once on each machine that grades. It needs the
    internet; grading does not.

    example:
      grader doctor images --install
    """
    from graders.extensions.arrays import locking
    from graders.extensions.arrays.packages import locked
    from graders.harness.sandbox import find_interpreter

    if assignment is None:
        raise GraderError("--install needs an assignment: grader doctor ASSIGNMENT --install")
    if not assignment.manifest.packages:
        raise GraderError(
            f'{assignment.id} names no packages: add packages = ["numpy==2.*"], for example, '
            "to its assignment.toml"
        )
    python = find_interpreter(assignment.manifest.marking_python)
    folder = locking.install(assignment, python, update=update)
    for package in locked(assignment):
        print(f"{package.name} {package.version}")
    print(f"installed in {folder}")
