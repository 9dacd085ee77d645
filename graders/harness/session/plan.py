"""Start parameters of the processes of one run of a check, and the observer of their calls."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from graders.harness.assignment.process_limits import Limits
from graders.harness.session.callbacks import Callbacks

OWN = "own"
"""The variant without stand-ins for files of the submission."""


class Observer(Protocol):
    """An observer of the calls of one run of a check."""

    def run_started(self) -> None:
        """The run begins, possibly again: in another sandbox, or to confirm a timeout."""

    def process_started(self) -> None:
        """A new process gets the next call."""

    def importing(self, module: str) -> None:
        """The first call of the run imports *module*."""

    def answered(self, frame: bytes, payload: bytes, *, returned: bool) -> None:
        """The call in *frame* got the final message *payload*, which is a result if *returned*."""


class Unobserved:
    """An observer that does nothing."""

    def run_started(self) -> None:
        """Ignore it."""

    def process_started(self) -> None:
        """Ignore it."""

    def importing(self, module: str) -> None:
        """Ignore it."""

    def answered(self, frame: bytes, payload: bytes, *, returned: bool) -> None:
        """Ignore it."""


@dataclass(frozen=True, slots=True)
class ProcessPlan:
    """Start parameters of the processes of one run of a check."""

    limits: Limits
    variant: str = OWN
    callbacks: Callbacks | None = None
    """The open callbacks of the check, or None."""
    hidden: bool = False
    """True if the calls are secret from students."""
    reuse: bool = False
    """True to allow a process that has served before; no verdict may depend on it."""
    last: bool = False
    """True if no other process follows (see the interface of boxes)."""
    first_import: str = ""
    """The module that the first call imports, or "". No process is started if that import fails."""
    observer: Observer = field(default_factory=Unobserved)
    needed: float | None = None
    """CPU seconds that the reference needed for the check; None if that is unknown."""
