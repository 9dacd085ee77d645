"""Finds the extensions that are installed; :mod:`graders.harness.hooks` defines what they may add.

An extension is an object of the entry-point group ``graders.extensions``. Those of this repository
are found by the same door as everybody's, so the harness names none of them.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from graders.harness.errors import GraderError

GROUP = "graders.extensions"
"""The group of entry points."""


@cache
def installed() -> dict[str, Any]:
    """Return all extensions (:class:`graders.harness.hooks.Extension`) by name, in that order.

    Raises GraderError for one that cannot be loaded, and for two of the same name.
    """
    found: dict[str, Any] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
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


def added(hook: str) -> tuple[Any, ...]:
    """Return all objects that extensions add at *hook*, a field of `hooks.Extension`, in the order
    of the extensions' names. Raises GraderError as `installed`.
    """
    return tuple(one for extension in installed().values() for one in getattr(extension, hook)())
