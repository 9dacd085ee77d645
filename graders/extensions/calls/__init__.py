"""Checks without a driver: a manifest's table ``[calls]`` names the functions that they call.

- `inside/generic_driver.py` calls them beside the submission; `driver` puts it there.
- `objects` are what a check calls ``student`` and ``reference``: objects of the submission stay in
  its box, and a check does something with them across the pipe.
- `check_modules` and `fixtures` let checks be written like tests for pytest.
- `exhibits` show calls in reports.

Checks of programs import names that are loaded on first use::

    from graders.extensions.calls import EOF, Dialogue, ProgramFolder
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from graders.harness.hooks import Extension

if TYPE_CHECKING:
    from graders.extensions.calls.dialogue import EOF, Dialogue, ProgramFolder
    from graders.harness.grading.calls_by_name import CallsByName


__all__ = ["EOF", "EXTENSION", "Dialogue", "ProgramFolder"]


def __getattr__(name: str) -> object:
    """Load a name for checks. Raises AttributeError for any other."""
    if name not in ("EOF", "Dialogue", "ProgramFolder"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"{__name__}.dialogue"), name)
    return found


def _calls() -> Sequence[CallsByName]:
    from graders.extensions.calls.serving import SERVING

    return [SERVING]


EXTENSION = Extension("calls", calls=_calls)
