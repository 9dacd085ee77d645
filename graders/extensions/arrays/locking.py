"""Locks the packages of an assignment, and installs them: ``grader doctor ID --install``.

pip does both, for the interpreter of the boxes. Only wheels are taken, so that no code of a package
runs. pip's own settings hold, such as those of an index (``PIP_INDEX_URL``).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from graders.extensions.arrays.packages import (
    LOCK,
    Locked,
    files_for_students,
    folder_of,
    is_installed,
    normal,
    packages_of,
    parsed,
    pinned,
    read_lock,
    wanted_line,
)
from graders.harness.assignment.manifest import Assignment
from graders.harness.assignment.places import refuse_installed
from graders.harness.sandbox.packages import PackagesMissing

__all__ = ["files_for_students", "fill", "install", "lock", "locked", "packages_of", "pinned"]
"""With what a `PackageSource` has."""
_ADVICE = "# Made by `grader doctor {id} --install`. Commit it; students get the same releases.\n"
_LAST = 400
"""Characters that are shown of pip's errors."""


def lock(assignment: Assignment, python: str, *, update: bool = False) -> None:
    """Write the lock of *assignment*, with the wheels for this machine.

    Releases in the lock stay, unless it does not fit the manifest or *update* is true. Raises
    PackagesMissing or PlaceError.
    """
    refuse_installed(assignment)
    before = {package.name: package for package in parsed(read_lock(assignment))}
    wanted = list(assignment.manifest.packages)
    header = _ADVICE.format(id=assignment.id) + wanted_line(wanted)
    if update or wanted_line(wanted) not in read_lock(assignment):
        before = {}
    fixed = [f"{package.name}=={package.version}" for package in before.values()]
    packages = [
        _with_hashes_of(package, before.get(package.name))
        for package in _resolved(python, [*wanted, *fixed])
    ]
    text = header + "".join(package.line for package in packages)
    (assignment.grader / LOCK).write_text(text, encoding="utf-8")


def _with_hashes_of(package: Locked, before: Locked | None) -> Locked:
    """Return *package* with the hashes that other machines need."""
    others = before.hashes if before is not None else ()
    return package._replace(hashes=tuple(sorted({*package.hashes, *others})))


def _resolved(python: str, wanted: Iterable[str]) -> list[Locked]:
    """Return the packages that pip would install, sorted by name."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        _pip(python, "--dry-run", "--ignore-installed", "--report", str(report), *wanted)
        chosen = json.loads(report.read_text(encoding="utf-8"))["install"]
    return sorted(map(locked, chosen))


def locked(item: Any) -> Locked:
    """Return the release in *item*, a package in pip's report."""
    metadata, archive = item["metadata"], item["download_info"]["archive_info"]
    # pip before 23.1 reports one hash alone: "sha256=..."
    hashes = archive.get("hashes") or dict([archive["hash"].split("=")])
    demands = metadata.get("requires_python", "").replace(" ", "").split(",")
    oldest = [demand[2:] for demand in demands if demand.startswith(">=")]
    return Locked(
        normal(metadata["name"]),
        metadata["version"],
        (hashes["sha256"],),
        oldest[0] if oldest else "",
    )


def install(assignment: Assignment, python: str, *, update: bool = False) -> Path:
    """Lock the packages and install them for *python*, unless they are; return their folder.

    With *update*, the newest releases are chosen again. Raises PackagesMissing.
    """
    if update or not is_installed(assignment, python):
        lock(assignment, python, update=update)
    folder = folder_of(read_lock(assignment), python)
    if not folder.is_dir():
        fill(assignment, python, folder)
    return folder


def fill(assignment: Assignment, python: str, folder: Path) -> None:
    """Install the packages of the lock to *folder*, which appears whole or not at all.

    Raises PackagesMissing, also if a package has another hash than the lock.
    """
    old_mask = os.umask(0o022)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as home:
            under_way = Path(home, "packages")
            hashed = ("--no-deps", "--require-hashes", "--target", str(under_way))
            _pip(python, *hashed, "-r", str(assignment.grader / LOCK))
            under_way.rename(folder)
    except OSError as error:
        if not folder.is_dir():  # otherwise another process was faster
            raise PackagesMissing(f"cannot write {folder}: {error.strerror}") from None
    finally:
        os.umask(old_mask)


def _pip(python: str, *arguments: str) -> None:
    """Have pip install wheels for *python*. Raises PackagesMissing with the end of its output."""
    pip = [sys.executable, "-m", "pip", "--python", python, "--no-input", "--quiet"]
    options = ["--disable-pip-version-check", "install", "--only-binary", ":all:"]
    ran = subprocess.run(
        [*pip, *options, *arguments],
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if ran.returncode:
        lines = [line for line in ran.stderr.splitlines() if "ERROR" in line]
        text = " ".join(lines or ran.stderr.splitlines())[-_LAST:]
        raise PackagesMissing(f"pip cannot install the packages: {text}")
