"""Parts of a check: each is a check of its own, with a share of the marks and its own verdict.

The parts share one function, which runs once for each of them, with another argument ``part``. A
failure in another part is passed over. A failure outside all parts fails each part that has not
ended by then. So no part depends on the verdict of another.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

from graders.harness.assignment.check import PART, Misbehaved
from graders.harness.grading.outcome import SHAPE_ERRORS

FAILURES = (AssertionError, Misbehaved, *SHAPE_ERRORS)


class _Ended(BaseException):
    """The part has passed: the rest of the check's function concerns other parts."""


class Part:
    """The argument ``part`` in the run for the part *name* of *names*."""

    def __init__(self, name: str, names: Collection[str]) -> None:
        self._name = name
        self._names = names
        self._failed_before: Exception | None = None

    @contextmanager
    def __call__(self, name: str) -> Iterator[None]:
        """Run the statements of the part *name*.

        The run ends with its own part, passed or failed. If its own part lacks a variable that a
        failed part would have set, it fails like that part. Raises LookupError for an unknown name.
        """
        if name not in self._names:
            raise LookupError(f"the check has no part {name!r}")
        is_own = name == self._name
        try:
            yield
        except FAILURES as error:
            if is_own:
                raise
            self._failed_before = error
        except NameError:
            if self._failed_before is None:
                raise
            if is_own:
                raise self._failed_before from None
        if is_own:
            raise _Ended


def of_part(body: Callable[..., object], name: str, names: Collection[str]) -> Callable[..., None]:
    """Return the function that runs *body*, of a check with the parts *names*, for one part.

    A part that the function does not reach has failed.
    """

    @functools.wraps(body)
    def run(**arguments: Any) -> None:
        arguments[PART] = Part(name, names)
        try:
            body(**arguments)
        except _Ended:
            return
        raise AssertionError(f"The check ended before its part {name!r}.")

    return run
