"""The interface of backends, and the outcomes that are never mixed.

A :class:`Backend` opens a :class:`Box` for one submission. A box returns :class:`Connection`
objects, each to a new process that has run no student code and serves until it is finished. A
:class:`ProcessExit` describes the end of that process: the program misbehaved, or all is well. A
:class:`SandboxError` means that the sandbox failed, which is the grader's fault and never a
student's zero.
"""

from __future__ import annotations

import enum
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from graders.harness.assignment.process_limits import Limits
from graders.harness.errors import NOT_GRADABLE, GraderError
from graders.harness.inside.modules import Program
from graders.harness.protocol.frames import FrameTooLarge

__all__ = [
    "MINIMUM_VARIABLE",
    "Backend",
    "Box",
    "Connection",
    "ConnectionClosed",
    "DeadlinePassed",
    "ExitReason",
    "FrameTooLarge",
    "Level",
    "ProcessExit",
    "SandboxError",
    "SandboxRefused",
    "minimum_level",
]


class SandboxError(GraderError):
    """The sandbox failed, not its program. It is retried, then reported as not gradable."""

    status = NOT_GRADABLE


class SandboxNotMade(SandboxError):
    """A launcher could not make a sandbox."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"no sandbox could be made: {reason}")
        self.reason = reason


class SandboxRefused(GraderError):
    """This machine lacks the demanded isolation or interpreter; the message gives a remedy."""

    status = NOT_GRADABLE


class ConnectionClosed(Exception):
    """The process hung up; :meth:`Connection.finish` returns the reason."""


class DeadlinePassed(Exception):
    """No complete frame arrived in time."""


class Level(enum.IntEnum):
    """The strength of isolation; a larger number is stronger."""

    E = 1
    C = 2
    B = 3
    A = 4
    A_PLUS = 5

    @property
    def label(self) -> str:
        """The level's name for people: "A+", "A", ..."""
        return self.name.replace("_PLUS", "+")

    @classmethod
    def parse(cls, text: str) -> Level:
        """Return the level with the name *text*. Raises GraderError if there is none."""
        for level in cls:
            if level.label == text.strip().upper():
                return level
        raise GraderError(
            f"there is no sandbox level {text!r}; levels, strongest first: A+ A B C E"
        )


MINIMUM_VARIABLE = "GRADER_MINIMUM_LEVEL"
"""Environment variable with the weakest level at which this machine may grade."""


def minimum_level() -> str:
    """Return the weakest level that may be chosen automatically."""
    return os.environ.get(MINIMUM_VARIABLE, "C")


class ExitReason(enum.Enum):
    """The reason why a process ended."""

    FINISHED = "finished"
    """The judge ended it, or it exited after the judge hung up."""
    EXITED = "exited"
    """It exited by itself."""
    SIGNAL = "signal"
    """A signal not from the judge ended it, usually a crash."""
    CPU = "cpu"
    """It used up its CPU time."""
    WALL = "wall"
    """The wall time limit ended it."""
    MEMORY = "memory"
    """The system ended it for its use of memory."""
    FILES = "files"
    """It wrote more than it may, where no mount of the box's own refuses that."""


@dataclass(frozen=True, slots=True)
class ProcessExit:
    """The end of a process. Times and sizes are for the log, never for the result."""

    cause: ExitReason
    status: int = 0
    """Exit status or signal number, if the cause has one."""
    cpu_seconds: float = 0.0
    max_rss_mb: float = 0.0


class Connection(Protocol):
    """A pipe to a new process. Only one thread may use it."""

    def send_ahead(self, calls: bytes) -> None:
        """Queue whole frames to be sent while :meth:`receive` waits."""

    def send(self, frame: bytes, deadline: float) -> None:
        """Send a whole frame, with its header, by *deadline* (``time.monotonic``).

        Raises ConnectionClosed or DeadlinePassed.
        """

    def receive(self, deadline: float) -> bytes:
        """Return the payload of the next frame. Raises ConnectionClosed, DeadlinePassed or
        FrameTooLarge.
        """

    def quiet(self) -> bool:
        """Return whether there is no message to receive."""

    def renew(self, cpu_seconds: float) -> float:
        """Set the CPU time limit to *cpu_seconds* from now on.

        Returns the seconds used since the last renewal, or the start.
        """

    def finish(self) -> ProcessExit:
        """End the process and everything that it started. Safe to call twice."""


class Box(Protocol):
    """The sandbox of one submission."""

    level: Level

    def connect(
        self,
        variant: str,
        cpu_seconds: float | None = None,
        reuse: bool = False,
        last: bool = False,
    ) -> Connection:
        """Return a connection to a new process that serves the program in *variant*, or to one that
        is as good as new.

        cpu_seconds: replaces the limit of the box;
        reuse: allow a process that has served before, if starting one is slow. No message to a
        student may depend on its replies;
        last: no connection follows, and the calls only read sources. So allow a process that has
        compiled, and has run nothing of the submission.

        Raises SandboxError.
        """

    def close(self) -> None:
        """End all processes of this box."""


@runtime_checkable
class ChangeableBox(Box, Protocol):
    """A box that can serve changes of its submission, one after the other."""

    def change(self, submitted: dict[str, bytes]) -> None:
        """Serve these files of the submission from now on. Raises SandboxError."""


class Backend(Protocol):
    """A way to isolate programs that works on this machine."""

    name: str
    level: Level
    interpreter: str
    """The build of the programs' interpreter."""

    def prepare(self, program: Program, starter: Mapping[str, bytes]) -> None:
        """Load the trusted part of *program* once for all boxes. Raises SandboxError.

        *starter*: files by name, with which rules compare submissions. This only saves time, and
        boxes for other programs still work.
        """

    def open(self, program: Program, limits: Limits) -> Box:
        """Open a box for *program*. Raises SandboxError."""

    def branch(self) -> Backend:
        """Return a backend for a process that is about to be forked. Raises SandboxError.

        This process must call :meth:`abandon` on the branch after the fork, and must not use its
        own backend until the forked process has ended.
        """

    def abandon(self) -> None:
        """Close this process's end of a branch that a fork uses."""

    def close(self) -> None:
        """End the backend's own processes."""
