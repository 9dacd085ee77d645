"""The packages that submissions of an assignment may import, beside Python's own modules.

The manifest names them, as ``packages = ["numpy==2.*"]``. An extension installs them (hook
``packages``). A box shows them (:mod:`graders.harness.inside.package_imports`); the judge imports
none.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from graders.harness.assignment.manifest import Assignment
from graders.harness.content import installing
from graders.harness.errors import NOT_GRADABLE, GraderError
from graders.harness.extensions import added
from graders.harness.protocol.config import Packages


class PackagesMissing(GraderError):
    """The packages of an assignment are not installed; the message has the remedy."""

    status = NOT_GRADABLE


class Pinned(NamedTuple):
    """A package in the release that submissions get."""

    name: str
    version: str
    oldest: str
    """The oldest release of Python that it runs on, such as "3.11", or ""."""
    older: str
    """The requirement that pip installs on an older Python."""


class PackageSource(Protocol):
    """Installs the packages of assignments; usually a module."""

    def packages_of(self, assignment: Assignment, python: str) -> Packages:
        """Return the packages of *assignment*, which names some, for the interpreter *python*.

        Raises PackagesMissing.
        """

    def install(self, assignment: Assignment, python: str) -> object:
        """Choose the releases of the packages, unless they are chosen, and install them. Raises
        PackagesMissing.
        """

    def pinned(self, assignment: Assignment) -> list[Pinned]:
        """Return the releases of the packages, and of those that they need. Raises
        PackagesMissing.
        """

    def files_for_students(self, assignment: Assignment) -> dict[str, bytes]:
        """Return the files of the grader's folder that `packages_of` needs, by name."""


def source_for(assignment: Assignment) -> PackageSource:
    """Return what installs the packages of *assignment*. Raises PackagesMissing."""
    sources: tuple[PackageSource, ...] = added("packages")
    if not sources:
        raise PackagesMissing(
            f"{assignment.id} names packages ({', '.join(assignment.manifest.packages)}), which "
            f"only an extension can bring into the sandbox: {installing('arrays')}"
        )
    return sources[0]


def packages_of(assignment: Assignment, python: str) -> Packages | None:
    """Return the packages of *assignment* for the interpreter *python*; None if it has none.

    Raises PackagesMissing.
    """
    if not assignment.manifest.packages:
        return None
    return source_for(assignment).packages_of(assignment, python)
