"""Assignments without a driver: an extension calls functions by the table ``[calls]``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from graders.harness import extensions
from graders.harness.assignment.manifest import Manifest
from graders.harness.result import Exhibit
from graders.harness.session.operations import Operations

NUMBER = 0
"""Key of an object's number in the data that stands for it; the driver has the same."""
STEPS = frozenset(["step", "tried"])
"""Operations of such a driver that do something with objects."""
MARK = "\0"
"""The only key of what stands for an object (its number) or a name in a step's operands: short,
so that it discloses no answer.
"""

Shown = Callable[[str, tuple[object, ...]], Iterable[Exhibit]]
"""Returns exhibits of a call."""


class CallsByName(Protocol):
    """Serves the checks of such assignments, in which objects of a submission stay in its box."""

    @property
    def exhibits(self) -> Mapping[str, Shown]:
        """Operations that all such assignments have -> their exhibits in reports."""

    @property
    def fixtures(self) -> Mapping[str, Callable[[Any], object]]:
        """Fixtures of pytest that a check has -> what makes them for its *student*: a value, or a
        context manager of it.
        """

    def driver(self, manifest: Manifest) -> dict[str, bytes]:
        """Return the files of the driver in Python."""

    def loading(self, folder: Path) -> AbstractContextManager[None]:
        """Return a context in which modules of checks in *folder* are loaded as they need it."""

    def with_objects(
        self, student: Operations, reference: Operations, known: Collection[str] | None
    ) -> tuple[Operations, Operations]:
        """Return both, with answers that may be objects. known: names of the submission's answers
        that may be; None for all.
        """

    def names_of_objects(self, student: object) -> set[str]:
        """Return the names of the answers of such a *student* that were objects."""

    def statement(
        self, operation: str, arguments: tuple[Any, ...], answer: Any, names: dict[int, str]
    ) -> str:
        """Return a call as the statement of a program; "" if it needs none. names: of the objects
        so far, by number; those of the answer are added.
        """


def by_name(manifest: Manifest) -> CallsByName | None:
    """Return what serves the checks of an assignment; None if it has a driver."""
    if not manifest.calls:
        return None
    found: CallsByName = extensions.added("calls")[0]  # `load_assignment` has looked
    return found
