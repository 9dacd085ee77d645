"""Finds the extensions that are installed; :mod:`graders.harness.hooks` defines what they may add.

An extension is an object of the entry-point group ``graders.extensions``. Those of this repository
are found by the same door as everybody's, so the harness names none of them.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from graders.harness.errors import GraderError

GROUP = "graders.extensions"
"""The group of entry points."""


@cache
def entries(group: str = GROUP) -> list[EntryPoint]:
    """Return the entry points of *group*, by name. To look through all installed packages takes
    long, so a process does it once.
    """
    return sorted(entry_points(group=group), key=lambda entry: (entry.name, entry.value))


def home(name: str) -> Path:
    """Return the folder of the installed extension *name*, or its file if it is a single module."""
    entry = next(entry for entry in entries() if entry.name == name)
    file = Path(str(import_module(entry.module).__file__))
    return file.parent if file.name == "__init__.py" else file


@cache
def installed() -> dict[str, Any]:
    """Return all extensions (:class:`graders.harness.hooks.Extension`) by name, in that order.

    Raises GraderError for one that cannot be loaded, and for two of the same name.
    """
    found: dict[str, Any] = {}
    for entry in entries():
        extension = _loaded(entry)
        if found.setdefault(entry.name, extension) is not extension:
            raise GraderError(
                f"two installed packages have an extension {entry.name!r} (one is {entry.value}); "
                "uninstall one"
            )
    return found


def _loaded(entry: EntryPoint) -> Any:
    try:
        return entry.load()
    except (ImportError, AttributeError) as error:
        raise GraderError(
            f"the extension {entry.name} ({entry.value}) cannot be loaded: {error}; fix or "
            "uninstall its package"
        ) from None


def adding(*hooks: str) -> list[str]:
    """Return the names of the extensions that add to one of *hooks*. Raises as `added`."""
    return [
        name
        for name, extension in installed().items()
        if any(getattr(extension, hook)() for hook in hooks)
    ]


def added(hook: str) -> tuple[Any, ...]:
    """Return all objects that extensions add at *hook*, a field of `hooks.Extension`, in the order
    of the extensions' names. Raises GraderError as `installed`.
    """
    return tuple(
        addition for extension in installed().values() for addition in getattr(extension, hook)()
    )
