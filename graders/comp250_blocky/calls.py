"""The checks themselves say in which call a program went wrong: see ``calling`` of boards.py."""

from __future__ import annotations

from collections.abc import Iterable

from graders.harness import Exhibit


def shown(_operation: str, _arguments: tuple[object, ...]) -> Iterable[Exhibit]:
    """Return nothing more."""
    return ()
