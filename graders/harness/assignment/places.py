"""Finds assignments: the folders that are searched, and their order.

Each folder holds ``graders/ID``, ``reference/ID``, ``starter/ID`` and ``scenarios/ID``. The first
folder with an id wins, in this order:

1. the checkout that this program runs from;
2. the folder that ``--root`` names or, without that option, the variable :data:`VARIABLE`;
3. the packages that entry points of the group :data:`GROUP` name;
4. without a checkout, the assignments that were installed with this program.

So nothing outside a checkout changes how its assignments are graded. A wheel keeps
``reference/``, ``starter/`` and ``scenarios/`` in ``graders/_data``: they are no packages, and
their names must not clash with other packages.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from graders.harness.content import ROOT, is_installed
from graders.harness.errors import BAD_INPUT, GraderError
from graders.harness.extensions import entries

VARIABLE = "GRADER_ROOT"
GROUP = "graders.assignments"


class Placed(Protocol):
    """An assignment that was found."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def root(self) -> Path:
        """The folder that it was found in."""


class PlaceError(GraderError):
    """A folder of assignments cannot be used; the message says who named it."""

    status = BAD_INPUT


@contextmanager
def naming(root: Path | None, *, must_exist: bool = True) -> Iterator[None]:
    """Search *root* instead of the folder in VARIABLE, in this process and its children.

    None changes nothing. Raises PlaceError.
    """
    before = os.environ.get(VARIABLE)
    if root is not None:
        if must_exist and not root.is_dir():
            raise PlaceError(f"--root: there is no folder {root}")
        os.environ[VARIABLE] = str(root.resolve())
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(VARIABLE, None)
        else:
            os.environ[VARIABLE] = before


def named() -> Path | None:
    """Return the folder that ``--root`` or VARIABLE names; None if neither does.

    Raises PlaceError.
    """
    path = os.environ.get(VARIABLE)
    if not path:
        return None
    if not Path(path).is_dir():
        raise PlaceError(f"{VARIABLE} names {path}, which is no folder")
    return Path(path).resolve()


def searched() -> Iterator[Path]:
    """Yield the folders that are searched, in the order that this module's docstring gives.

    Raises PlaceError.
    """
    if not is_installed():
        yield ROOT
    folder = named()
    if folder is not None:
        yield folder
    yield from _of_packages()
    if is_installed():
        yield ROOT


def _of_packages() -> Iterator[Path]:
    """Yield the folders of the packages that entry points name. Raises PlaceError."""
    from importlib.util import find_spec

    for point in entries(GROUP):
        try:
            spec = find_spec(point.value)
        except (ImportError, ValueError):
            spec = None
        if spec is None or not spec.submodule_search_locations:
            raise PlaceError(
                f"the entry point {point.name} of {GROUP} names {point.value}, which is no package"
            )
        for folder in spec.submodule_search_locations:
            yield Path(folder).resolve()


def ids_in(root: Path) -> list[str]:
    """Return the ids of the assignments in *root* that have a manifest, sorted."""
    return sorted(path.parent.name for path in (root / "graders").glob("*/assignment.toml"))


def has(root: Path, assignment_id: str) -> bool:
    """Return whether *root* has the manifest of *assignment_id*, which may be any text."""
    manifest = root / "graders" / assignment_id / "assignment.toml"
    return assignment_id.isidentifier() and manifest.is_file()


def place_of(assignment_id: str) -> Path | None:
    """Return the first folder that has *assignment_id*, or None. Its package becomes importable.

    Raises PlaceError.
    """
    for folder in searched():
        if has(folder, assignment_id):
            _make_importable(folder)
            return folder
    return None


def _make_importable(root: Path) -> None:
    """Let Python find ``graders.ID`` in *root*, too, in the order of the search."""
    import graders

    folder = str(root / "graders")
    if root != ROOT and folder not in graders.__path__:
        graders.__path__.insert(0 if is_installed() else len(graders.__path__), folder)


def for_new() -> Path:
    """Return the folder that a new assignment is written to; make it if it was named.

    Raises PlaceError.
    """
    path = os.environ.get(VARIABLE)
    if path:
        try:
            Path(path).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise PlaceError(f"cannot make the folder {path}: {error.strerror}") from None
        return Path(path).resolve()
    if is_installed():
        raise PlaceError(
            "there is no checkout to write to: name a folder for the assignment "
            f"by --root DIR or {VARIABLE}"
        )
    return ROOT


def refuse_installed(assignment: Placed) -> None:
    """Raise PlaceError if *assignment* was installed with this program.

    Commands that write an assignment's own files call this first.
    """
    if is_installed(assignment.root):
        raise PlaceError(
            f"{assignment.id} was installed with grader, and its files are not changed there: "
            "do this in a checkout of the project"
        )
