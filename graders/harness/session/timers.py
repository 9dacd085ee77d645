"""Timers that interrupt the judge itself, by signals to its main thread.

A signal is the method because the long loops of the interpreter that read text ask for signals: so
does `re` every few thousand steps. A thread could only end the whole process, and needs the
interpreter's lock to do so. If code in C never asks, a class's pool kills the process from outside.

Outside of the main thread, and where the system has no such timers, a block has no limit.
"""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType

JUDGE_CPU_SECONDS = 10.0
"""CPU time of the judge itself for one run of a check, at most: a hundred times what one needs."""

STRIKES_EVERY = 1.0
"""Seconds until a timer strikes again, because some code swallows every exception."""

_SOON = 0.001


class JudgeOutOfTime(BaseException):
    """A check took too much of the judge's own time. No check can catch it as an Exception."""


class SubmissionOutOfTime(BaseException):
    """A submission took too much of the judge's time, or of the clock's: no check of it goes on."""


@contextlib.contextmanager
def judge_clock(
    seconds: float = JUDGE_CPU_SECONDS, error: type[BaseException] = JudgeOutOfTime
) -> Iterator[None]:
    """Raise *error* once this process has used *seconds* of CPU time in the block.

    Blocks may be nested: the outer one's time runs on in the inner one.
    """
    with _timer("ITIMER_PROF", "SIGPROF", seconds, time.process_time, error):
        yield


@contextlib.contextmanager
def wall_clock(seconds: float) -> Iterator[None]:
    """Raise SubmissionOutOfTime once *seconds* have passed in the block."""
    with _timer("ITIMER_REAL", "SIGALRM", seconds, time.monotonic, SubmissionOutOfTime):
        yield


@contextlib.contextmanager
def _timer(
    kind: str,
    name: str,
    seconds: float,
    now: Callable[[], float],
    error: type[BaseException],
) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread() or not hasattr(
        signal, "setitimer"
    ):
        yield
        return
    timer, number = getattr(signal, kind), getattr(signal, name)

    def strike(number: int, frame: FrameType | None) -> None:
        raise error

    outer, interval = signal.getitimer(timer)
    before, started = signal.signal(number, strike), now()
    signal.setitimer(timer, min(seconds, outer or seconds), STRIKES_EVERY)
    try:
        yield
    finally:
        signal.setitimer(timer, 0.0)
        signal.signal(number, before)
        if outer:
            signal.setitimer(timer, max(_SOON, outer - (now() - started)), interval)
