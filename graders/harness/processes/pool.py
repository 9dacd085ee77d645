"""A pool of warm processes, which connects any executor to the grading of submissions.

An executor runs :func:`grade_job`, on this machine or another: a plain function of plain data. Its
process keeps a pool of warm processes (:mod:`graders.harness.processes.warm`) and starts one by
exec if none is free. It never forks or runs student code itself.
"""

from __future__ import annotations

import atexit
import contextlib
import subprocess
import sys
import threading
from collections import defaultdict
from functools import cache, cached_property

from graders.harness.content import child_environment
from graders.harness.grading.program import GraderBroken
from graders.harness.processes.jobs import (
    Job,
    PipeClosed,
    Report,
    ReportKind,
    Settings,
    grade_by_either,
    read_frame,
    write_frame,
)
from graders.harness.sandbox.interface import SandboxError

TRIES = 3
"""Warm processes tried for one submission before it counts as not gradable."""

CLOCK_TIMES = 4
CLOCK_SECONDS = 120.0
"""Wall time that a warm process has for one submission: this multiple of the manifest's limit for
all its checks, and this time for the rest: the survey, linters, compiling.

A process ends each submission by itself, in half of that, or in three quarters on a busy machine
(`budget.MOST_SLOWNESS`). Only a fault of the judge takes longer.
"""


def seconds_for_one(settings: Settings) -> float:
    """Return the wall time that a warm process has for one submission."""
    if not settings.has_total:
        return threading.TIMEOUT_MAX
    limits = settings.load().manifest.limits
    return CLOCK_TIMES * limits.total_wall_seconds + CLOCK_SECONDS


class WarmProcessTimeout(PipeClosed):
    """The warm process did not answer in time, and was killed."""

    def __init__(self, seconds: float) -> None:
        super().__init__(
            f"its grading did not end within {seconds:g} s and was stopped; "
            "grade it again, or by hand"
        )


class WarmProcess:
    """A warm process and the pipe to it; for one thread at a time."""

    def __init__(self, settings: Settings) -> None:
        """Start the process."""
        self._process = subprocess.Popen(
            # -P: never import from the current folder, which may contain submissions
            [sys.executable, "-P", "-m", "graders.harness.processes.warm"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=child_environment(),
            start_new_session=True,  # Ctrl-C only reaches this process, which ends it
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._writer, self._reader = self._process.stdin, self._process.stdout
        self._settings = settings

    def wait(self) -> None:
        """Wait until it is ready. Raises GraderBroken with its reason, or SandboxError."""
        try:
            write_frame(self._writer, self._settings)
            ready = read_frame(self._reader, Report)
        except PipeClosed:
            raise SandboxError("a worker process ended before it was ready") from None
        if ready.kind is ReportKind.LOST:
            raise SandboxError(ready.message)
        if ready.kind is not ReportKind.READY:
            raise GraderBroken(ready.message)

    @property
    def pid(self) -> int:
        """Process id."""
        return self._process.pid

    def grade(self, job: Job) -> Report:
        """Grade one submission. Raises PipeClosed if the process is lost.

        Raises WarmProcessTimeout if the process took too long and had to be killed.
        """
        struck = threading.Event()

        def strike() -> None:
            struck.set()
            self._process.kill()

        clock = threading.Timer(self._seconds, strike)
        clock.start()
        try:
            write_frame(self._writer, job)
            return read_frame(self._reader, Report)
        except PipeClosed:
            if struck.is_set():
                raise WarmProcessTimeout(self._seconds) from None
            raise
        finally:
            clock.cancel()

    @cached_property
    def _seconds(self) -> float:
        return seconds_for_one(self._settings)

    def close(self) -> None:
        """Kill the process, even while it works."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            try:
                assert stream is not None
                stream.close()
            except OSError:  # an unsent frame
                pass


class Pool:
    """Idle warm processes by settings; shared by threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._free: defaultdict[Settings, list[WarmProcess]] = defaultdict(list)
        self._all: set[WarmProcess] = set()
        self._closed = False

    def take(self, settings: Settings) -> WarmProcess:
        """Return an idle warm process, started if there is none."""
        with self._lock:
            if self._free[settings]:
                return self._free[settings].pop()
            if self._closed:
                raise SandboxError("grading was stopped")
            warm = WarmProcess(settings)
            # so that close() also ends it while it warms up
            self._all.add(warm)
        try:
            warm.wait()
        except BaseException:
            self.drop(warm)
            raise
        return warm

    def give_back(self, settings: Settings, warm: WarmProcess) -> None:
        """Make *warm* available to other threads."""
        with self._lock:
            self._free[settings].append(warm)

    def drop(self, warm: WarmProcess) -> None:
        """End a process that will not be used again."""
        with self._lock:
            self._all.discard(warm)
        warm.close()

    def close(self) -> None:
        """End all processes, even while they work."""
        with self._lock:
            self._closed = True
            ended, self._all = self._all, set()
            self._free.clear()
        for warm in ended:
            warm.close()

    def grade(self, settings: Settings, job: Job) -> Report:
        """Grade one submission, on another process if one is lost. Raises GraderBroken.

        One that takes too long is not tried again here: the batch does that, alone.
        """
        report = Report(ReportKind.LOST, message="it was not graded")
        for _ in range(TRIES):
            if self._closed:
                break
            try:
                warm = self.take(settings)
            except SandboxError as fault:
                report = Report(ReportKind.LOST, message=str(fault))
                continue
            try:
                report = warm.grade(job)
            except WarmProcessTimeout as fault:
                self.drop(warm)
                return Report(ReportKind.LOST, message=str(fault), by_the_clock=True)
            except PipeClosed:
                report = Report(ReportKind.LOST, message="its worker process was lost")
            if report.kind is ReportKind.GRADED:
                self.give_back(settings, warm)
                return report
            self.drop(warm)
            if report.kind is ReportKind.BROKEN:
                raise GraderBroken(f"{report.message} (while grading {job.name})")
        return report


@cache
def this_process() -> Pool:
    """Return the pool of this process; its members end with it."""
    pool = Pool()
    atexit.register(pool.close)
    return pool


def make_ready(settings: Settings) -> None:
    """Prepare a warm process in this process's pool. Raises GraderBroken.

    If the reference has no recording for this version of the grader, it is recorded first. A lost
    process is not reported here, since `grade_job` tries again.
    """
    pool = this_process()
    with contextlib.suppress(SandboxError):
        pool.give_back(settings, pool.take(settings))


def grade_job(settings: Settings, job: Job) -> Report:
    """Grade one submission in warm processes of this process's pool. Raises GraderBroken."""
    return grade_by_either(settings, job, this_process().grade)
