"""Clocks that run ahead: a sleep takes no time, and the program's clocks show that it has passed.

CPU time decides how long a program may run, and sleeping needs none. So a right program that shows
each board for half a second takes as long as one that does not pause. Clocks of CPU time stay true,
and a loop that sleeps for ever ends by its CPU time.

A thread that is alone wakes at once. If there are others, they go first: time moves on to the end
of the earliest wait when all are known to wait (:mod:`waits`), or when the process has hardly
computed for a moment. Waits without an end, such as those in a deadlock, are unchanged: the wall
clock ends them. So are timed waits of C that Python cannot replace: of ``RLock``, ``select.poll``
and alarms.

This is a convenience, not a boundary: limits are kept outside. Time moves in no process of the
harness; these sleep by :func:`real_sleep`.
"""

from __future__ import annotations

import _thread
import functools
import operator
import time
from collections.abc import Callable
from typing import Any

from . import waits

LONGEST_SECONDS = 9.2e9
"""Python refuses to sleep longer."""

FIRST_LOOK_SECONDS = 0.0005
"""Real time before the first look at the other threads; then twice as long each time. A thread that
looks in vain for what another one does pauses so long, too.
"""

real_sleep = time.sleep
_process_time = time.process_time


class ProgramTime:
    """The time that the program sees."""

    def __init__(self) -> None:
        self.ahead = 0
        """Nanoseconds by which it is ahead of the real time."""
        self.is_stopped = False
        """True between calls: then a thread that is left wakes by the real time, not by chance."""
        self.own_threads = 0
        """Threads that are not the program's, besides the main one."""
        self.ends: list[float] = []
        """When each wait of a program with threads ends."""
        self.moving = _thread.allocate_lock()

    def wait(
        self,
        attempt: Callable[[float], Any],
        seconds: float,
        still: Callable[[], bool] = lambda: True,
        is_pause: bool = True,
    ) -> Any:
        """Wait until *attempt* returns something true, for *seconds* of this time.

        *attempt* gets the real seconds that it may take. Returns its last result. *still*,
        *is_pause*: see :func:`waits.waiting`.
        """
        if _thread._count() == self.own_threads:  # nothing else can happen until then
            result = attempt(0)
            if not result:
                self.ahead += int(seconds * 1e9)
            return result
        end = time.monotonic() + seconds
        self.ends.append(end)
        look = FIRST_LOOK_SECONDS
        try:
            with waits.waiting(lambda: still() and time.monotonic() < end, is_pause):
                while True:
                    used = _process_time()
                    left = end - time.monotonic()
                    result = attempt(max(0, min(left, look)))
                    if result or left <= 0:
                        return result
                    is_idle = _process_time() - used < waits.IDLE_CPU_SECONDS
                    if (is_idle and look == waits.LOOK_SECONDS) or (
                        # what ends another wait may be a line that is about to be typed
                        is_pause and waits.others_wait()
                    ):
                        self.move(end)
                    look = min(2 * look, waits.LOOK_SECONDS)
        finally:
            self.ends.remove(end)

    def move(self, end: float) -> None:
        """Move on to *end*, unless another wait ends earlier."""
        with self.moving:
            if not self.is_stopped and end == min(self.ends):
                self.ahead += max(0, int((end - time.monotonic()) * 1e9))


TIME = ProgramTime()


def sleep(seconds: float, /) -> None:
    """Replace ``time.sleep``."""
    length = seconds if isinstance(seconds, float) else operator.index(seconds)
    if 0 < length < LONGEST_SECONDS:
        TIME.wait(lambda left: left and real_sleep(left), length)
    else:
        real_sleep(length)  # it returns at once, or raises


def install() -> None:
    """Replace the functions of ``time`` but for clocks of CPU time.

    Call this before modules such as threading are imported, which take some by their names.
    """

    def ahead(clock: Callable[[], float]) -> Callable[[], float]:
        return lambda: clock() + TIME.ahead / 1e9

    def ahead_ns(clock: Callable[[], int]) -> Callable[[], int]:
        return lambda: clock() + TIME.ahead

    def of_now(convert: Callable[[float], Any]) -> Callable[..., Any]:
        return lambda seconds=None, /: convert(time.time() if seconds is None else seconds)

    module: Any = time
    for name in ("time", "monotonic", "perf_counter"):
        setattr(module, name, ahead(getattr(time, name)))
        setattr(module, f"{name}_ns", ahead_ns(getattr(time, f"{name}_ns")))
    for name in ("localtime", "gmtime", "ctime"):
        setattr(module, name, of_now(getattr(time, name)))
    text_of, formatted = time.asctime, time.strftime
    module.asctime = lambda *moment: text_of(*(moment or [time.localtime()]))
    module.strftime = lambda form, *moment: formatted(form, *(moment or [time.localtime()]))
    module.sleep = sleep


def install_in_library() -> None:
    """Replace the timed waits of other modules, and the clocks of ``datetime``."""
    import datetime
    import queue
    import select
    import selectors
    import threading

    join, ready, loop_ready = (
        threading.Thread.join,
        select.select,
        selectors.DefaultSelector.select,
    )

    @functools.wraps(join)
    def timed_join(thread: threading.Thread, timeout: float | None = None) -> None:
        if timeout is None:
            with waits.waiting(thread.is_alive):
                join(thread)
        elif timeout <= 0:
            join(thread, timeout)
        else:
            TIME.wait(
                lambda left: join(thread, left) or not thread.is_alive(),
                timeout,
                thread.is_alive,
                is_pause=False,
            )

    @functools.wraps(ready)
    def timed_ready(rlist: Any, wlist: Any, xlist: Any, timeout: Any = None, /) -> Any:
        if timeout is None or timeout <= 0:
            return ready(rlist, wlist, xlist, timeout)

        def found(seconds: float) -> Any:
            lists = ready(rlist, wlist, xlist, seconds)
            return lists if any(lists) else ()

        return TIME.wait(found, timeout) or ([], [], [])

    @functools.wraps(loop_ready)
    def timed_loop_ready(selector: Any, timeout: float | None = None) -> Any:
        if timeout is None:
            with waits.waiting(lambda: not is_any_ready(selector)):
                return loop_ready(selector)
        if timeout <= 0:
            return loop_ready(selector, timeout)
        return TIME.wait(
            lambda left: loop_ready(selector, left), timeout, lambda: not is_any_ready(selector)
        )

    for kind, name, is_vain in (
        (queue.Queue, "get", lambda _: False),
        (queue.Queue, "empty", bool),
        (queue.Queue, "qsize", operator.not_),
        (queue._PySimpleQueue, "get", lambda _: False),  # type: ignore[attr-defined]
        (queue._PySimpleQueue, "empty", bool),  # type: ignore[attr-defined]
        (threading.Event, "is_set", operator.not_),
    ):
        setattr(kind, name, pausing(getattr(kind, name), is_vain))

    module: Any = threading
    # Condition.wait, on which most of threading and queue rest, makes a lock by the second name
    module.Lock = module._allocate_lock = Lock
    module.Thread.join = timed_join
    waits.starting = module._limbo
    module = queue
    module.SimpleQueue = module._PySimpleQueue  # that of C waits unseen
    module = selectors
    module.DefaultSelector.select = timed_loop_ready
    module = select
    module.select = timed_ready
    module = datetime
    module.datetime = running_ahead(datetime.datetime)


def pausing(look: Callable[..., Any], is_vain: Callable[[Any], bool]) -> Callable[..., Any]:
    """Return *look* with a pause after it has raised, or has returned what *is_vain* is true of.

    A loop that looks again and again waits without a word, and would keep the process busy. A
    program without other threads has no pause.
    """

    @functools.wraps(look)
    def looked(*arguments: Any, **named: Any) -> Any:
        in_vain = True
        try:
            found = look(*arguments, **named)
            in_vain = is_vain(found)
            return found
        finally:
            if in_vain and _thread._count() != TIME.own_threads:
                sleep(FIRST_LOOK_SECONDS)

    return looked


def is_any_ready(selector: Any) -> bool:
    """Return whether a selector that waits would wake. Raises AttributeError on Windows."""
    import select

    ready = select.poll()
    for key in list(selector.get_map().values()):
        ready.register(key.fd, select.POLLIN if key.events & 1 else select.POLLOUT)
    return bool(ready.poll(0))


class Lock:
    """Replaces the lock of ``threading``."""

    def __init__(self) -> None:
        self._lock = _thread.allocate_lock()
        self.locked = self._lock.locked
        self._at_fork_reinit = self._lock._at_fork_reinit  # type: ignore[attr-defined]
        self._releases = 0

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        """Acquire it, within *timeout* seconds of the program's time."""
        if not blocking or -1 != timeout <= 0:
            return self._lock.acquire(blocking, timeout)
        before = self._releases  # read first: a release from now on lets this thread go on
        if self._lock.acquire(False):
            return True

        def is_held() -> bool:
            return self._releases == before

        if timeout > 0:
            attempt = functools.partial(self._lock.acquire, True)
            return bool(TIME.wait(attempt, timeout, is_held, is_pause=False))
        with waits.waiting(is_held):
            return self._lock.acquire()

    def release(self) -> None:
        """Release it, so that a thread that waits for it may go on."""
        self._releases += 1
        self._lock.release()

    def __enter__(self) -> bool:
        return self._lock.acquire()

    def __exit__(self, *_error: object) -> None:
        self.release()


def running_ahead(kind: Any) -> Any:
    """Return a class that replaces *kind*, ``datetime.datetime``, whose functions are in C.

    Objects of *kind* count as its own. Its ``today`` calls ``time.time``, as that of *kind* does.
    """

    class Kind(type):
        def __instancecheck__(cls, item: Any) -> bool:
            return type.__instancecheck__(kind if cls is Moment else cls, item)

        def __subclasscheck__(cls, other: type) -> bool:
            return type.__subclasscheck__(kind if cls is Moment else cls, other)

    class Moment(kind, metaclass=Kind):  # type: ignore[misc]
        __slots__ = ()

        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return cls.fromtimestamp(time.time(), tz)

        @classmethod
        def utcnow(cls) -> Any:
            return cls.utcfromtimestamp(time.time())

        def __repr__(self) -> str:
            text = super().__repr__()
            return f"datetime.{text}" if type(self) is Moment else text

    Moment.__name__ = Moment.__qualname__ = "datetime"
    Moment.__module__ = "datetime"
    return Moment
