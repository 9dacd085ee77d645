"""How the processes of one run of a check are started, and who watches their calls."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from graders.harness.assignment.manifest import Limits
from graders.harness.session.callbacks import Callbacks

OWN = "own"
"""The variant in which nothing stands in for a file of the submission."""


class Observer(Protocol):
    """Watches the calls of one run of a check."""

    def run_started(self) -> None:
        """The run begins, perhaps once more: in another sandbox, or to confirm a timeout."""

    def process_started(self) -> None:
        """A fresh process gets the next call."""

    def importing(self, module: str) -> None:
        """The first call of the run imports *module*."""

    def answered(self, frame: bytes, payload: bytes, *, returned: bool) -> None:
        """The call in *frame* got the final message *payload*; *returned*: a result."""


class Unobserved:
    """Watches nothing."""

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
    """How the processes of one run of a check are started."""

    limits: Limits
    variant: str = OWN
    callbacks: Callbacks | None = None
    """The callbacks that are open in the check; None if there are none."""
    hidden: bool = False
    """Whether students may not know the calls."""
    reuse: bool = False
    """Whether a process that has served before will do; no verdict may rest on it."""
    last: bool = False
    """Whether no other process follows (see the interface of boxes)."""
    first_import: str = ""
    """The module that the first call imports, if known: no process starts if that fails."""
    observer: Observer = field(default_factory=Unobserved)
