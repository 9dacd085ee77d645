"""Knows which threads of a program wait: a line is typed when all others do.

A person types a line when the program is quiet. A thread may read lines for the others, faster than
any person types, and then it would be chance what is shown in between. So a thread that asks for a
line gets it when no other has anything left to do.

Threads tell what they wait for: a lock, a time, the end of a thread, an event of a loop. Of other
waits Python knows nothing. A process that hardly computes for a while waits, too.

This is a convenience, not a boundary.
"""

from __future__ import annotations

import _thread
import itertools
import sys
import time
from collections.abc import Callable, Iterator, Sized
from contextlib import contextmanager

LOOK_SECONDS = 0.05
"""Real time between two looks at the other threads. On a busy machine they may wait for a core."""

IDLE_CPU_SECONDS = 0.001
"""CPU time in between that shows that none of them computes."""

QUIET_SECONDS = 0.2
"""Real time without computing after which a thread waits of which it is not known."""

LEAST_BUSY_CPU_SECONDS = 0.002
SWITCH_SECONDS = 0.0002
"""Time after which a thread that computes lets the one go on that asks for a line."""

_real_sleep, _monotonic, _process_time = time.sleep, time.monotonic, time.process_time
_turn = itertools.count(1)
_now: dict[int, tuple[Callable[[], bool], float]] = {}
"""By the thread: whether it still waits, and since which turn if it pauses; otherwise infinity."""
_main = _thread.get_ident()
_asking: set[int] = set()
"""Threads that ask for a line."""
starting: Sized = ()
"""Threads that are about to begin, in which nothing has been run."""


class Patience:
    """With threads that compute while another one asks for a line."""

    cpu_seconds = 0.02
    """CPU time after which one that still computes never waits. It is half as long each time,
    because a program that looks for a line in a loop does so for every line.
    """


@contextmanager
def waiting(still: Callable[[], bool], is_pause: bool = False) -> Iterator[None]:
    """Say that this thread waits as long as *still* returns true. After a pause, it goes on without
    another's deed.
    """
    state = still, next(_turn) if is_pause else float("inf")
    thread = _thread.get_ident()
    before = _now.get(thread)
    _now[thread] = state
    try:
        yield
    finally:
        if before is None:
            del _now[thread]
        else:
            _now[thread] = before


def others_wait(since: float = 0) -> bool:
    """Return whether all other threads wait; those that pause, since the turn *since*."""
    if len(starting):
        return False
    this = _thread.get_ident()
    for thread in sys._current_frames():
        if thread != this:
            still, begun = _now.get(thread, (bool, 0))
            if begun <= since or not still():
                return False
    return True


def let_others_go_on(is_over: Callable[[], bool], shown: Callable[[], object]) -> None:
    """Return when all other threads wait, or when *is_over* returns true.

    One that pauses must have begun to after this call, and again since something was *shown*: it
    may look for what this thread does, or show the rest after the pause. If the main thread asks,
    too, it is the first.
    """
    this = _thread.get_ident()
    _asking.add(this)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        with waiting(lambda: True):
            _let_others_go_on(this, is_over, shown)
    finally:
        sys.setswitchinterval(interval)
        _asking.discard(this)


def _let_others_go_on(this: int, is_over: Callable[[], bool], shown: Callable[[], object]) -> None:
    since, last = next(_turn), None
    began = used = _process_time()
    looked = _monotonic()
    pause = 0.0002
    while not is_over():
        if others_wait(since) and (this == _main or _main not in _asking):
            before, last = last, shown()
            if last == before:
                return
            since = next(_turn)
        else:
            _real_sleep(pause)
        pause = min(2 * pause, LOOK_SECONDS / 10)
        if _process_time() - began > Patience.cpu_seconds:
            Patience.cpu_seconds = max(Patience.cpu_seconds / 2, LEAST_BUSY_CPU_SECONDS)
            return
        if _monotonic() - looked > QUIET_SECONDS:
            if _process_time() - used < QUIET_SECONDS / LOOK_SECONDS * IDLE_CPU_SECONDS:
                return
            looked, used = _monotonic(), _process_time()
