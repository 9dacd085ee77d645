"""The packages that submissions of an assignment may import, and where they are installed.

The lock ``packages.lock`` lies beside the manifest. It is a list for pip with the exact release and
the hashes of each package, made by ``grader doctor ID --install`` (:mod:`.locking`). The packages
are installed once, into a folder that is named by the lock and the interpreter's release. Nothing
is installed while submissions are graded.

A student's bundle has no such folder: there, the packages are beside the judge's.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.metadata import distributions as distributions_in
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from graders.harness import cache
from graders.harness.assignment.manifest import Assignment
from graders.harness.protocol.config import Packages
from graders.harness.sandbox import interpreter_copy
from graders.harness.sandbox.interpreters import identify
from graders.harness.sandbox.packages import PackagesMissing, Pinned

LOCK = "packages.lock"
WANTED = "# packages = "
"""Begins the line of a lock with the manifest's packages that it was made for."""
ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""Variables for libraries that would start a thread for each core, against the box's limits."""
_LINE = re.compile(
    r"(?P<name>[\w.-]+)==(?P<version>\S+)(?P<hashes>( --hash=sha256:\w+)+)"
    r"(  # Python >=(?P<oldest>\S+))?"
)


class Locked(NamedTuple):
    """A package of a lock."""

    name: str
    version: str
    hashes: tuple[str, ...]
    oldest: str
    """The oldest release of Python that it runs on, such as "3.11", or ""."""

    @property
    def line(self) -> str:
        """Its line of the lock."""
        hashes = "".join(f" --hash=sha256:{digest}" for digest in self.hashes)
        oldest = f"  # Python >={self.oldest}" if self.oldest else ""
        return f"{self.name}=={self.version}{hashes}{oldest}\n"


def wanted_line(packages: Iterable[str]) -> str:
    """Return the line of a lock for the manifest's *packages*."""
    return f"{WANTED}{', '.join(packages)}\n"


def locked(assignment: Assignment) -> list[Locked]:
    """Return the packages of the lock. Raises PackagesMissing if it does not fit the manifest."""
    text = read_lock(assignment)
    if wanted_line(assignment.manifest.packages) not in text:
        state = "does not fit its packages" if text else "is missing"
        raise PackagesMissing(
            f"{assignment.id}/{LOCK} {state}: run"
            f" `grader doctor {assignment.id} --install`, and commit the file"
        )
    return list(parsed(text))


def read_lock(assignment: Assignment) -> str:
    """Return the lock, or "" if there is none."""
    path = assignment.grader / LOCK
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def parsed(text: str) -> Iterator[Locked]:
    """Yield the packages of a lock."""
    for match in filter(None, map(_LINE.fullmatch, text.splitlines())):
        hashes = match["hashes"].replace(" --hash=sha256:", " ").split()
        yield Locked(match["name"], match["version"], tuple(hashes), match["oldest"] or "")


def folder_of(lock: str, python: str) -> Path:
    """Return the folder for the packages of *lock* and the interpreter *python*.

    Root's folder is readable to the user of each box.
    """
    interpreter = identify(python)
    release = interpreter.release if interpreter is not None else ()
    text = f"{lock} {release} {sys.platform} {platform.machine()}"
    name = hashlib.sha256(text.encode()).hexdigest()[:16]
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    above = interpreter_copy.cache_folder() if is_root else cache.cache_folder()
    return above / "packages" / name


def is_installed(assignment: Assignment, python: str) -> bool:
    """Return whether the packages of a lock that fits the manifest are installed."""
    text = read_lock(assignment)
    is_fitting = wanted_line(assignment.manifest.packages) in text
    return is_fitting and folder_of(text, python).is_dir()


def packages_of(assignment: Assignment, python: str) -> Packages:
    """Return the packages of *assignment* for the interpreter *python*. Raises PackagesMissing."""
    names = [package.name for package in locked(assignment)]
    if not assignment.reference.is_dir():
        return _beside_the_judge(assignment, names, python)
    folder = folder_of(read_lock(assignment), python)
    if not folder.is_dir():
        raise PackagesMissing(
            f"the packages of {assignment.id} are not installed for {python}:"
            f" run `grader doctor {assignment.id} --install`"
        )
    return _packages(assignment, folder, distributions_in(path=[str(folder)]))


def pinned(assignment: Assignment) -> list[Pinned]:
    """Return the packages of the lock. Raises PackagesMissing if it does not fit the manifest."""
    demands = {project_of(demand): demand for demand in assignment.manifest.packages}
    return [
        Pinned(
            package.name, package.version, package.oldest, demands.get(package.name, package.name)
        )
        for package in locked(assignment)
    ]


def files_for_students(assignment: Assignment) -> dict[str, bytes]:
    """Return the lock, by its name."""
    return {LOCK: read_lock(assignment).encode()}


def _beside_the_judge(assignment: Assignment, names: Iterable[str], python: str) -> Packages:
    """Return the packages *names* from the judge's own interpreter."""
    interpreter = identify(python)
    if interpreter is None or interpreter.release != sys.version_info[:2]:
        raise PackagesMissing(f"the packages are not installed for {python}")
    try:
        found = [distribution(name) for name in names]
    except PackageNotFoundError as error:
        raise PackagesMissing(f"the package {error.name} is not installed") from None
    return _packages(assignment, Path(str(found[0].locate_file(""))), found)


def _packages(assignment: Assignment, folder: Path, found: Iterable[Distribution]) -> Packages:
    modules = {
        normal(distribution.metadata["Name"]): modules_of(distribution) for distribution in found
    }
    loaded = list(
        chain.from_iterable(
            modules.get(project_of(package), ()) for package in assignment.manifest.packages
        )
    )
    every = set(chain.from_iterable(modules.values()))
    return Packages(
        folder=str(folder),
        names=sorted(every),
        loaded=loaded,
        environment=ONE_THREAD,
        seeded=["numpy.random"] if "numpy" in every else [],
    )


def modules_of(package: Distribution) -> list[str]:
    """Return the names of the top-level modules of a package."""
    tops = {path.parts[0] for path in package.files or () if path.suffix != ".pyc"}
    names = {top.partition(".")[0] for top in tops if not top.endswith("-info")}
    # a folder of data or programs would hide a student's module of that name
    return sorted(
        name for name in names - {"bin", "include", "lib", "share"} if name.isidentifier()
    )


def project_of(requirement: str) -> str:
    """Return the name of the package in a *requirement*, such as "numpy" of "numpy==2.*"."""
    return normal(re.split(r"[^\w.-]", requirement.strip(), maxsplit=1)[0])


def normal(name: str) -> str:
    """Return the normal form of a package's name."""
    return re.sub(r"[-_.]+", "-", name).lower()
