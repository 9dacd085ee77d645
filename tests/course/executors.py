"""Executors for tests: they grade nothing, and return prepared reports."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import msgspec

from graders.harness.processes.jobs import (
    ExecutionEnvironment,
    Job,
    Report,
    ReportKind,
    environment,
)
from graders.harness.processes.pool import grade_job, make_ready
from graders.harness.result import from_json, to_json

PLACE = ExecutionEnvironment("box", "A", "cpython 3.12.1")

Answer = Report | Exception
BEFORE_JOBS: dict[Callable[..., Any], Any] = {environment: PLACE, make_ready: None}
"""Return values of the functions that are submitted before any job."""


class Told(Executor):
    """Answers every job at once with *answer*, called with the job and the number of earlier jobs of that name."""

    def __init__(self, answer: Callable[[Job, int], Answer]) -> None:
        self.jobs: list[Job] = []
        self._answer = answer

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
        """See `Executor`."""
        future: Future[Any] = Future()
        if function in BEFORE_JOBS:
            future.set_result(BEFORE_JOBS[function])
            return future
        assert function is grade_job
        job: Job = arguments[1]
        before = sum(known.name == job.name for known in self.jobs)
        self.jobs.append(job)
        said = self._answer(job, before)
        if isinstance(said, Exception):
            future.set_exception(said)
        else:
            future.set_result(said)
        return future

    @property
    def names(self) -> list[str]:
        """Names of the jobs, in the order of arrival."""
        return [job.name for job in self.jobs]


class Waiting(Executor):
    """Ends one job at a time, the oldest, and only if no job begins for a moment."""

    def __init__(self, answer: Callable[[Job], Report], pause: float = 0.02) -> None:
        self.begun = self.ended = self.most = 0
        self._answer = answer
        self._pause = pause
        self._lock = threading.Lock()
        self._open: list[tuple[Job, Future[Any]]] = []
        self._timer: threading.Timer | None = None

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
        """See `Executor`."""
        future: Future[Any] = Future()
        if function in BEFORE_JOBS:
            future.set_result(BEFORE_JOBS[function])
            return future
        with self._lock:
            self.begun += 1
            self._open.append((arguments[1], future))
            self.most = max(self.most, len(self._open))
            self._later()
        return future

    def _later(self) -> None:
        """End the oldest if no job begins for a while."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = threading.Timer(self._pause, self._end_one) if self._open else None
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()

    def _end_one(self) -> None:
        with self._lock:
            if not self._open:
                return
            job, future = self._open.pop(0)
            self.ended += 1
            self._later()
        future.set_result(self._answer(job))


def graded(
    result: bytes, name: str, *, by_the_clock: bool = False, log: tuple[str, ...] = ()
) -> Report:
    """Return a report with this result, under another name."""
    renamed = msgspec.structs.replace(from_json(result), submission=name)
    return Report(
        ReportKind.GRADED,
        msgspec.Raw(to_json(renamed)),
        log,
        environment=PLACE,
        by_the_clock=by_the_clock,
    )
