"""What every backend offers, and the three ends that are never mixed.

A :class:`Backend` opens a :class:`Box` for one submission; a box hands out :class:`Connection`
objects, each to a fresh process that has run no student code yet and serves until it is finished
with. How a connection's process ended is an :class:`Ending` (the program misbehaved, or all is
well); a :class:`SandboxFault` means that the sandbox itself failed, which is the grader's fault and
never a student's zero.
"""

from __future__ import annotations

import enum
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from graders.harness.assignment.manifest import Limits
from graders.harness.errors import NOT_GRADABLE, GraderError
from graders.harness.inside.modules import Program
from graders.harness.protocol.frames import FrameTooLarge

__all__ = [
    "MINIMUM_VARIABLE",
    "Backend",
    "Box",
    "Cause",
    "Closed",
    "Connection",
    "DeadlinePassed",
    "Ending",
    "FrameTooLarge",
    "Level",
    "SandboxFault",
    "SandboxRefused",
    "minimum_level",
]


class SandboxFault(GraderError):
    """The sandbox failed, not the program in it: retried, then reported as not gradable."""

    status = NOT_GRADABLE


class SandboxNotMade(SandboxFault):
    """A launcher could not make a sandbox, for this reason."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"no sandbox could be made: {reason}")
        self.reason = reason


class SandboxRefused(GraderError):
    """This machine does not offer the demanded isolation (or interpreter); the message says what to
    do.
    """

    status = NOT_GRADABLE


class Closed(Exception):
    """The process hung up: ask :meth:`Connection.finish` how it ended."""


class DeadlinePassed(Exception):
    """No complete frame arrived in time."""


class Level(enum.IntEnum):
    """How strong the isolation is; a larger number is stronger."""

    E = 1
    C = 2
    B = 3
    A = 4
    A_PLUS = 5

    @property
    def label(self) -> str:
        """The level as people write it: "A+", "A", ..."""
        return self.name.replace("_PLUS", "+")

    @classmethod
    def parse(cls, text: str) -> Level:
        """Return the level that people write as *text*; raises GraderError for anything else."""
        for level in cls:
            if level.label == text.strip().upper():
                return level
        raise GraderError(
            f"there is no sandbox level {text!r}; levels, strongest first: A+ A B C E"
        )


MINIMUM_VARIABLE = "GRADER_MINIMUM_LEVEL"
"""Names the weakest level that staff of this machine want to grade at."""


def minimum_level() -> str:
    """Return the weakest level that may be taken without being named."""
    return os.environ.get(MINIMUM_VARIABLE, "C")


class Cause(enum.Enum):
    """Why a process ended."""

    FINISHED = "finished"
    """It was alive until we ended it, or left after we hung up."""
    EXITED = "exited"
    """It left by itself, with an exit status."""
    SIGNAL = "signal"
    """A signal that was not ours ended it (a crash, mostly)."""
    CPU = "cpu"
    """It used up its CPU time."""
    WALL = "wall"
    """It was still busy when the wall clock's backstop ended it."""
    MEMORY = "memory"
    """The system ended it for its use of memory."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How one process ended. Times and sizes are for the log, never for the result."""

    cause: Cause
    status: int = 0
    """Exit status or signal number, where the cause has one."""
    cpu_seconds: float = 0.0
    max_rss_mb: float = 0.0


class Connection(Protocol):
    """A pipe to one fresh process. Used by one thread."""

    def send_ahead(self, calls: bytes) -> None:
        """Queue whole frames, to be sent while :meth:`receive` waits."""

    def send(self, frame: bytes, deadline: float) -> None:
        """Send a whole frame (header included) by *deadline* (``time.monotonic``); raises Closed or
        DeadlinePassed.
        """

    def receive(self, deadline: float) -> bytes:
        """Return the payload of the next frame; raises Closed, DeadlinePassed or FrameTooLarge."""

    def quiet(self) -> bool:
        """Return whether no message waits to be received."""

    def renew(self, cpu_seconds: float) -> float:
        """Give the process *cpu_seconds* from now on; return the seconds used since the last
        renewal, or the start.
        """

    def finish(self) -> Ending:
        """End the process and everything it started; return how it ended. Safe to call twice."""


class Box(Protocol):
    """One submission's sandbox."""

    level: Level

    def connect(
        self,
        variant: str,
        cpu_seconds: float | None = None,
        reuse: bool = False,
        last: bool = False,
    ) -> Connection:
        """Return a connection to a fresh process that serves the program in *variant*.

        *cpu_seconds* replaces the limit of the box. With *reuse*, a process that has served before
        will do, where starting one is slow: no message to a person may rest on its replies. *last*:
        no connection follows, and the calls are about sources alone, so a process that compiles,
        and has run nothing of the submission, will do. Raises SandboxFault.
        """

    def close(self) -> None:
        """End everything that is left of this box."""


class Backend(Protocol):
    """A way to isolate programs, probed and found to work on this machine."""

    name: str
    level: Level
    interpreter: str
    """The build of the interpreter that programs run under."""

    def prepare(self, program: Program, starter: Mapping[str, bytes]) -> None:
        """Load the trusted part of *program* once for all boxes. Raises SandboxFault.

        *starter*: files by name that its rules compare submissions with. This only saves time: a
        box for another program is as good.
        """

    def open(self, program: Program, limits: Limits) -> Box:
        """Open a box for *program*; raises SandboxFault."""

    def branch(self) -> Backend:
        """Return a backend for the process that is about to be forked.

        This process must not use this backend until the fork is done. It calls :meth:`abandon` on
        the branch after the fork. Raises SandboxFault.
        """

    def abandon(self) -> None:
        """Close this process's side of a branch that a fork uses."""

    def close(self) -> None:
        """End the backend's own processes."""
