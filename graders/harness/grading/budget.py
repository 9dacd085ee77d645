"""The CPU and wall time of one submission: one budget for all of its processes, never reset."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

import msgspec

from graders.harness.assignment.process_limits import Limits
from graders.harness.result import Cause, CauseKind
from graders.harness.sandbox.interface import ExitReason, ProcessExit
from graders.harness.session.timers import SubmissionOutOfTime, judge_clock, wall_clock

ALLOWED_TIMES = 25
"""CPU time of a check, as a multiple of what the reference needed when it was recorded."""

LEAST_WALL_SECONDS = 10.0
"""Wall time of a process with less CPU time than usual: a busy machine must not end it."""

SEARCH_CPU_SECONDS = 10.0
SEARCH_WALL_SECONDS = 40.0
"""All searches for small examples of one submission, at most. A search has a budget of calls; these
stop slow and wrong programs only, so that no result depends on how busy the machine is.
"""

SURVEY_CPU_SECONDS = 5.0
SURVEY_WALL_SECONDS = 15.0
"""Time of the survey, which a submission without any budget left gets, too: a deduction must not
depend on how the checks went.
"""

OVERTIME = 0.5
"""Seconds by which a process may exceed the budget, so that its end is seen to have used it up."""

MOST_SLOWNESS = 3.0
"""A busy machine makes the total wall time of a submission so many times as long, at most."""

LEAST_RUN_SECONDS = 0.1
"""CPU time of the judge by which it is known how busy the machine is."""

LAST_RESORT_SECONDS = 30.0
"""Time beyond a submission's budget after which a check is interrupted, and ends its submission."""

NO_TOTAL_SECONDS = 24 * 3600.0
"""For the reference, and for programs that authors run on many more examples than a class."""


def _at_most(limits: Limits, cpu_seconds: float, wall_seconds: float) -> Limits:
    """Return *limits* with no more time than that."""
    return msgspec.structs.replace(
        limits,
        cpu_seconds=min(limits.cpu_seconds, cpu_seconds),
        wall_seconds=min(limits.wall_seconds, wall_seconds),
    )


def without_total(limits: Limits) -> Limits:
    """Return *limits* with a total that no run reaches."""
    return msgspec.structs.replace(
        limits,
        total_cpu_seconds=NO_TOTAL_SECONDS,
        total_wall_seconds=NO_TOTAL_SECONDS,
    )


def scheduled_seconds() -> tuple[float, float]:
    """Return the seconds for which this process has run, and for which it could have run but waited
    for a processor; 0.0 each where the kernel does not count them.
    """
    try:
        run, waited, _ = Path("/proc/self/schedstat").read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return 0.0, 0.0
    return int(run) / 1e9, int(waited) / 1e9


class Used(NamedTuple):
    """The time that a submission has used."""

    cpu_seconds: float
    wall_seconds: float


NO_TIME = Used(0.0, 0.0)


class Budget:
    """The time that a submission has used, and the limits of its next process.

    The CPU time of the judge's own process counts as the submission's, whatever it does.
    """

    def __init__(self, limits: Limits, before: Used = NO_TIME) -> None:
        """Begin now. *limits* are the manifest's; *before*: what an earlier grading has used."""
        self._limits = limits
        self._started = time.monotonic() - before.wall_seconds
        self._judge_started = time.process_time()
        self._scheduled = scheduled_seconds()
        self.cpu_seconds = before.cpu_seconds
        """CPU time of ended processes that was charged."""
        self._cpu_share = 1.0
        self._wall_share = 1.0
        self._search_cpu = 0.0
        self._search_wall = 0.0
        self.exhausted: Cause | None = None
        """Why no further check is run; None as long as there is time left."""
        self.wall_clock_decided = False
        """Whether the wall clock ended a process, which a busy machine can cause."""

    def rest(self, cpu_seconds: float, wall_seconds: float) -> Budget:
        """Return a budget of its own with what is left of this one, but no more than that.

        Its processes have no more time than those of this one by now.
        """
        rest = Budget(
            msgspec.structs.replace(
                self._limits,
                total_cpu_seconds=max(0.0, min(self._left_cpu(), cpu_seconds)),
                # the rest makes it longer again on a busy machine, by the same measure
                total_wall_seconds=max(
                    0.0, min(self._left_wall() / self._slowness(), wall_seconds)
                ),
            )
        )
        rest._scheduled = self._scheduled
        rest._cpu_share, rest._wall_share = self._cpu_share, self._wall_share
        return rest

    @contextlib.contextmanager
    def set_aside(self) -> Iterator[None]:
        """Charge nothing of the time of this block, which has a budget of its own."""
        started, judge_started = time.monotonic(), time.process_time()
        try:
            yield
        finally:
            self._started += time.monotonic() - started
            self._judge_started += time.process_time() - judge_started

    def charge(self, ending: ProcessExit) -> None:
        """Add the time that an ended process used."""
        self.cpu_seconds += ending.cpu_seconds
        if ending.cause is ExitReason.WALL:
            self.wall_clock_decided = True

    def charge_other(self, ending: ProcessExit) -> None:
        """Add the time of a process whose end decides no verdict: of a prefetch, or the reference's
        for callbacks, or a compiler's.
        """
        self.cpu_seconds += ending.cpu_seconds

    def is_exhausted(self) -> bool:
        """Return whether the submission has used up the CPU or wall time of all its checks."""
        if self.exhausted is None:
            limits = self._limits
            if self._left_cpu() < 0:
                self.exhausted = Cause(CauseKind.TOTAL_CPU_LIMIT, limit=limits.total_cpu_seconds)
            elif self._left_wall() < 0:
                self.end()
        return self.exhausted is not None

    def end(self) -> None:
        """End the budget by the wall clock, whatever is left of it."""
        limit = self._limits.total_wall_seconds
        self.exhausted = self.exhausted or Cause(CauseKind.TOTAL_WALL_LIMIT, limit=limit)
        self.wall_clock_decided = True

    def used(self) -> Used:
        """Return the time used so far, with that before it began."""
        judge = time.process_time() - self._judge_started
        return Used(self.cpu_seconds + judge, time.monotonic() - self._started)

    def _left_cpu(self) -> float:
        return self._limits.total_cpu_seconds - self.used().cpu_seconds

    def _left_wall(self) -> float:
        limit = self._limits.total_wall_seconds * self._slowness()
        return limit - self.used().wall_seconds

    def _slowness(self) -> float:
        """Return how many times as long as alone the judge has taken on this machine: a right
        program must not run out of time because of other work.
        """
        now, begun = scheduled_seconds(), self._scheduled
        run, waited = now[0] - begun[0], now[1] - begun[1]
        return min(MOST_SLOWNESS, 1 + waited / run) if run > LEAST_RUN_SECONDS else 1.0

    def hurry(self, reasons: Collection[ExitReason]) -> None:
        """Give later processes half of the time, CPU or wall, that has run out by *reasons*.

        A program that sleeps loses wall time only; one that computes, CPU time, because less wall
        time would make its results depend on how busy the machine is.
        """
        if ExitReason.CPU in reasons:
            self._cpu_share /= 2
        elif ExitReason.WALL in reasons:
            self._wall_share /= 2

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
        floor = limits.hurried_cpu_seconds
        wall *= max(self._wall_share, min(1.0, floor / limits.cpu_seconds))
        cpu = min(cpu, max(floor, cpu * self._cpu_share))
        return self.within(msgspec.structs.replace(limits, cpu_seconds=cpu, wall_seconds=wall))

    def within(self, limits: Limits) -> Limits:
        """Return *limits* of a process with no more time than the submission has left."""
        left_cpu = OVERTIME + max(0.0, self._left_cpu())
        left_wall = OVERTIME + max(0.0, self._left_wall())
        return _at_most(limits, left_cpu, left_wall)

    def clock(self) -> AbstractContextManager[None]:
        """Return a block that raises SubmissionOutOfTime once the judge uses up the CPU time."""
        return judge_clock(OVERTIME + max(0.0, self._left_cpu()), SubmissionOutOfTime)

    def last_resort(self) -> AbstractContextManager[None]:
        """Return a block that raises SubmissionOutOfTime long after the wall time has run out,
        because code that waits in the judge uses no CPU time.
        """
        return wall_clock(LAST_RESORT_SECONDS + self._limits.total_wall_seconds)

    def survey_limits(self) -> Limits:
        """Return the limits of the process that surveys the submission."""
        return _at_most(self._limits, SURVEY_CPU_SECONDS, SURVEY_WALL_SECONDS)

    def charge_search(self, cpu_seconds: float, wall_seconds: float) -> bool:
        """Add a step of a search for a small example; return whether another one may follow."""
        self._search_cpu += cpu_seconds
        self._search_wall += wall_seconds
        return (
            not self.is_exhausted()
            and self._search_cpu <= SEARCH_CPU_SECONDS
            and self._search_wall <= SEARCH_WALL_SECONDS
        )
