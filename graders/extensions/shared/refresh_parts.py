"""Parts of ``grader refresh``, which extensions add at the hook ``parts``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graders.harness.assignment.manifest import Assignment

if TYPE_CHECKING:
    from graders.harness.processes.jobs import Settings


@dataclass(frozen=True, slots=True)
class Refreshing:
    """The assignment that is refreshed, and options."""

    assignment: Assignment
    settings: Settings
    jobs: int
    """Programs run at once."""
    check: bool
    """Whether nothing is written."""
    names: Sequence[str] = ()
    """Only these things of the part; empty for all that are stale."""


@dataclass(frozen=True, slots=True)
class RefreshPart:
    """Something that is made from the reference and kept with the assignment."""

    name: str
    about: str
    """In lines of at most 82 characters: `grader refresh --help` shows them."""
    is_due: Callable[[Assignment], bool]
    """Whether it is refreshed if no part is named."""
    run: Callable[[Refreshing], Iterator[str]]
    """Writes what is stale and yields its name; only yields it for ``--check``. Raises GraderError.
    """
    named: str = ""
    """The word for its things, if some can be named on the command line."""
