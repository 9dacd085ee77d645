"""Warm processes, kept and handed out: the way from any executor's task to a graded submission.

:func:`grade_job` is what an executor runs, on this machine or another: a plain function of plain
data. Whatever process runs it keeps a pool of warm processes of its own
(:mod:`graders.harness.processes.warm`), starts one by exec when none is free, and never runs
student code, nor forks, itself.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import subprocess
import sys
import threading
from collections import defaultdict
from functools import cache

from graders.harness.assignment.manifest import ROOT
from graders.harness.grading.program import GraderBroken
from graders.harness.processes.jobs import (
    Gone,
    Job,
    Report,
    Said,
    Settings,
    read_frame,
    write_frame,
)
from graders.harness.sandbox.interface import SandboxError

TRIES = 3
"""Warm processes that are tried with one submission before it counts as not gradable."""


class WarmProcess:
    """One warm process and the pipe to it. Used by one thread at a time."""

    def __init__(self, settings: Settings) -> None:
        """Start it."""
        search = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        self._process = subprocess.Popen(
            # -P: a folder of submissions that staff stand in is no place to import from, beside the
            # checks
            [sys.executable, "-P", "-m", "graders.harness.processes.warm"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(search)},
            start_new_session=True,  # a person's Ctrl-C is for us; we end it
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._writer, self._reader = self._process.stdin, self._process.stdout
        self._settings = settings

    def wait(self) -> None:
        """Wait until it is ready. Raises GraderBroken with its reason, or SandboxError."""
        try:
            write_frame(self._writer, self._settings)
            ready = read_frame(self._reader, Report)
        except Gone:
            raise SandboxError(
                "a process that grades ended before it was ready"
            ) from None
        if ready.said is Said.LOST:
            raise SandboxError(ready.message)
        if ready.said is not Said.READY:
            raise GraderBroken(ready.message)

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    def grade(self, job: Job) -> Report:
        """Grade one submission. Raises Gone when the process is lost."""
        write_frame(self._writer, job)
        return read_frame(self._reader, Report)

    def close(self) -> None:
        """End it, now: what it has begun is not wanted any more."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            try:
                assert stream is not None
                stream.close()
            except OSError:  # a frame that was not sent
                pass


class Pool:
    """Free warm processes by settings. Threads may share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._free: defaultdict[Settings, list[WarmProcess]] = defaultdict(list)
        self._all: set[WarmProcess] = set()
        self._closed = False

    def take(self, settings: Settings) -> WarmProcess:
        """Return a warm process that nobody else uses, started if there is none."""
        with self._lock:
            if self._free[settings]:
                return self._free[settings].pop()
            if self._closed:
                raise SandboxError("grading was stopped")
            warm = WarmProcess(settings)
            # so that it can be ended while it warms up, which takes its time
            self._all.add(warm)
        try:
            warm.wait()
        except BaseException:
            self.drop(warm)
            raise
        return warm

    def give_back(self, settings: Settings, warm: WarmProcess) -> None:
        """Make *warm* available to others."""
        with self._lock:
            self._free[settings].append(warm)

    def drop(self, warm: WarmProcess) -> None:
        """End a process that is not to be used again."""
        with self._lock:
            self._all.discard(warm)
        warm.close()

    def close(self) -> None:
        """End all of them, also those that are at work."""
        with self._lock:
            self._closed = True
            ended, self._all = self._all, set()
            self._free.clear()
        for warm in ended:
            warm.close()

    def grade(self, settings: Settings, job: Job) -> Report:
        """Grade one submission, with another process when one is lost. Raises GraderBroken."""
        report = Report(Said.LOST, message="it was not tried")
        for _ in range(TRIES):
            if self._closed:
                break
            try:
                warm = self.take(settings)
            except SandboxError as fault:
                report = Report(Said.LOST, message=str(fault))
                continue
            try:
                report = warm.grade(job)
            except Gone:
                report = Report(Said.LOST, message="the process that graded it is gone")
            if report.said is Said.GRADED:
                self.give_back(settings, warm)
                return report
            self.drop(warm)
            if report.said is Said.BROKEN:
                raise GraderBroken(f"{report.message} (while it graded {job.name})")
        return report


@cache
def this_process() -> Pool:
    """Return the pool of this process; its members end with it."""
    pool = Pool()
    atexit.register(pool.close)
    return pool


def make_ready(settings: Settings) -> None:
    """Have a warm process stand ready in this process's pool. Raises GraderBroken.

    Where the reference has not been recorded for this state of the grader, that comes first. A
    process that is lost meanwhile is nothing to tell: `grade_job` tries again, and tells.
    """
    pool = this_process()
    with contextlib.suppress(SandboxError):
        pool.give_back(settings, pool.take(settings))


def grade_job(settings: Settings, job: Job) -> Report:
    """Grade one submission in a warm process of this process's pool. Raises GraderBroken."""
    return this_process().grade(settings, job)
