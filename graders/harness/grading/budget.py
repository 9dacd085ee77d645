"""The CPU and wall time of one submission: one budget for all of its processes, never reset."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Iterator
from types import FrameType

import msgspec

from graders.harness.assignment.manifest import Limits
from graders.harness.result import Cause, CauseKind
from graders.harness.sandbox.interface import ExitReason, ProcessExit

ALLOWED_TIMES = 25
"""CPU time of a check, as a multiple of what the reference needed when it was recorded."""

LEAST_WALL_SECONDS = 10.0
"""Wall time of a process with less CPU time than usual: a busy machine must not end it."""

SEARCH_CPU_SECONDS = 20.0
SEARCH_WALL_SECONDS = 60.0
"""All searches for small examples of one submission, at most. A search has a budget of calls; these
stop slow and wrong programs only, so that no result depends on how busy the machine is.
"""

JUDGE_CPU_SECONDS = 30.0
"""CPU time of the judge itself for one run of a check, at most."""


class Budget:
    """The time that a submission has used, and the limits of its next process."""

    def __init__(self, limits: Limits) -> None:
        """Begin now. *limits* are the manifest's."""
        self._limits = limits
        self._started = time.monotonic()
        self._cpu_seconds = 0.0
        self._share = 1.0
        self._search_cpu = 0.0
        self._search_wall = 0.0
        self.exhausted: Cause | None = None
        """Why no further check is run; None as long as there is time left."""
        self.wall_clock_decided = False
        """Whether the wall clock ended a process, which a busy machine can cause."""

    def charge(self, ending: ProcessExit) -> None:
        """Add the time that an ended process used."""
        self._cpu_seconds += ending.cpu_seconds
        if ending.cause is ExitReason.WALL:
            self.wall_clock_decided = True

    def charge_prefetch(self, ending: ProcessExit) -> None:
        """Add the time that a process of a prefetch used; its end decides no verdict."""
        self._cpu_seconds += ending.cpu_seconds

    def is_exhausted(self) -> bool:
        """Return whether the submission has used up the CPU or wall time of all its checks."""
        if self.exhausted is None:
            limits = self._limits
            if self._cpu_seconds > limits.total_cpu_seconds:
                self.exhausted = Cause(
                    CauseKind.TOTAL_CPU_LIMIT, limit=limits.total_cpu_seconds
                )
            elif time.monotonic() - self._started > limits.total_wall_seconds:
                self.exhausted = Cause(
                    CauseKind.TOTAL_WALL_LIMIT, limit=limits.total_wall_seconds
                )
                self.wall_clock_decided = True
        return self.exhausted is not None

    def halve(self) -> None:
        """Give later processes half the time, but not less than the manifest's floor."""
        floor = min(1.0, self._limits.hurried_cpu_seconds / self._limits.cpu_seconds)
        self._share = max(floor, self._share / 2)

    def process_limits(self, needed: float | None) -> Limits:
        """Return the limits of a process for a check that took the reference *needed* CPU seconds.

        None if that is unknown: then the manifest's limits hold.
        """
        limits = self._limits
        cpu, wall = limits.cpu_seconds, limits.wall_seconds
        if needed is not None:
            allowed = max(limits.least_cpu_seconds, ALLOWED_TIMES * needed)
            if allowed < cpu:
                wall = min(wall, max(LEAST_WALL_SECONDS, wall * allowed / cpu))
                cpu = allowed
        return msgspec.structs.replace(
            limits, cpu_seconds=cpu * self._share, wall_seconds=wall * self._share
        )

    def charge_search(self, cpu_seconds: float, wall_seconds: float) -> bool:
        """Add a step of a search for a small example; return whether another one may follow."""
        self._search_cpu += cpu_seconds
        self._search_wall += wall_seconds
        return (
            self._search_cpu <= SEARCH_CPU_SECONDS
            and self._search_wall <= SEARCH_WALL_SECONDS
        )


class JudgeOutOfTime(BaseException):
    """A check took too much of the judge's own time. No check can catch it as an Exception."""


@contextlib.contextmanager
def judge_clock(seconds: float = JUDGE_CPU_SECONDS) -> Iterator[None]:
    """Raise JudgeOutOfTime once this process has used *seconds* of CPU time in the block.

    Outside of the main thread, and where the system has no such timer, the block has no limit.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(
        signal, "setitimer"
    ):
        yield
        return

    def strike(number: int, frame: FrameType | None) -> None:
        raise JudgeOutOfTime

    before = signal.signal(signal.SIGPROF, strike)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)
