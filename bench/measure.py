"""Measures wall time, the CPU time of processes, and time by phase.

CPU seconds are user plus system time. For ended processes they come from the kernel's account of waited-for children;
for living (warm) processes they come from ``/proc``, which separates the sandbox's processes from the judge's.
"""

from __future__ import annotations

import contextlib
import functools
import os
import resource
import statistics
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graders.harness.inside import syscalls


@dataclass(frozen=True, slots=True)
class Cost:
    """The seconds that one run took."""

    wall: float
    cpu: float | None = None
    """None if it was not measured."""


def median(samples: list[float]) -> float:
    """Return the median of *samples*."""
    return statistics.median(samples)


def wall_of(act: Callable[[], object]) -> Cost:
    """Return the wall time of *act*."""
    start = time.perf_counter()
    act()
    return Cost(time.perf_counter() - start)


def cost_of_children(act: Callable[[], object]) -> Cost:
    """Return the wall time of *act* and the CPU time of its child processes that have ended."""
    before = _children_seconds()
    wall = wall_of(act).wall
    return Cost(wall, _children_seconds() - before)


def adopt_orphans() -> None:
    """Become the parent of descendants whose parents end, so that :func:`cost_of_all` can wait for them."""
    syscalls.prctl(syscalls.PR_SET_CHILD_SUBREAPER, 1)


def cost_of_all(act: Callable[[], object]) -> Cost:
    """Return what *act* took, with all its descendants, once all of them have ended.

    A class's warm process is killed, so nobody waits for its launcher, which has most of the boxes' time. Needs
    :func:`adopt_orphans`.
    """

    def to_the_end() -> None:
        act()
        with contextlib.suppress(ChildProcessError):
            while True:
                os.wait()

    return cost_of_children(to_the_end)


def _children_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


@dataclass(frozen=True, slots=True)
class Split:
    """CPU seconds of the judge and of the box."""

    judge: float = 0.0
    box: float = 0.0
    """Launcher, boxes and the processes in them."""

    @property
    def both(self) -> float:
        """The sum of both."""
        return self.judge + self.box

    def __sub__(self, earlier: Split) -> Split:
        return Split(self.judge - earlier.judge, self.box - earlier.box)


_TICKS = os.sysconf("SC_CLK_TCK")
_LAUNCHER = b"inside/boot.py\0launcher"


def seconds_below(pid: int) -> Split:
    """Return the CPU seconds of all living descendants of *pid* and of the children they have waited for.

    Differences are exact to some hundredths of a second if every process that ended meanwhile was waited for.
    """
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    serving: set[int] = set()
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            fields = (folder / "stat").read_bytes().rpartition(b")")[2].split()
            command = (folder / "cmdline").read_bytes()
        except OSError:  # it has just ended
            continue
        number = int(folder.name)
        parents[number] = int(fields[1])
        ticks[number] = sum(map(int, fields[11:15]))
        if _LAUNCHER in command:
            serving.add(number)
    sums = {True: 0, False: 0}
    for number, used in ticks.items():
        line = list(_ancestors(number, parents))
        if pid in line[1:]:
            sums[bool(serving.intersection(line[: line.index(pid)]))] += used
    return Split(judge=sums[False] / _TICKS, box=sums[True] / _TICKS)


class Peak:
    """The memory and the waiting of the processes that are watched."""

    megabytes = 0.0
    """The largest memory of a process of the judge."""
    looks = 0
    waits = 0
    """Looks at which no process of judge and box could use a processor: all of them waited."""

    @property
    def waiting(self) -> float:
        """The part of the time in which all waited. The rest beyond CPU time was the machine's other work."""
        return self.waits / max(1, self.looks)


@contextmanager
def peak_below(pid: int) -> Iterator[Peak]:
    """Watch the processes below *pid*, twenty times a second."""
    peak, done = Peak(), threading.Event()

    def watch() -> None:
        while not done.wait(0.05):
            peak.looks += 1
            peak.waits += not any(map(_can_run, _below(pid)))
            for other in _below(pid, of_judge=True):
                with contextlib.suppress(OSError, ValueError, IndexError):
                    status = Path(f"/proc/{other}/status").read_text()
                    kilobytes = int(status.partition("VmHWM:")[2].split()[0])
                    peak.megabytes = max(peak.megabytes, kilobytes / 1024)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield peak
    finally:
        done.set()
        watcher.join()


def _below(pid: int, *, of_judge: bool = False) -> Iterator[int]:
    """Yield the descendants of *pid*; *of_judge*: those that are no launcher and below none."""
    for child in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for other in map(int, child.read_text().split()):
                if not of_judge or _LAUNCHER not in Path(f"/proc/{other}/cmdline").read_bytes():
                    yield other
                    yield from _below(other, of_judge=of_judge)


def _can_run(pid: int) -> bool:
    """Return whether a thread of *pid* uses a processor, waits for one, or for a disk."""
    for path in Path(f"/proc/{pid}/task").glob("*/stat"):
        with contextlib.suppress(OSError):
            if path.read_text().rpartition(")")[2].split()[0] in "RD":
                return True
    return False


def _ancestors(pid: int, parents: dict[int, int]) -> Iterator[int]:
    """Yield *pid*, its parent, and so on."""
    while pid in parents:
        yield pid
        pid = parents[pid]


class Stopwatch:
    """Wall seconds by phase, each without its nested phases."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._running: list[str] = []
        self._since = 0.0

    def _lap(self) -> None:
        now = time.perf_counter()
        if self._running:
            self.seconds[self._running[-1]] += now - self._since
        self._since = now

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Count the time of the block as part of the phase *name*."""
        self._lap()
        self._running.append(name)
        try:
            yield
        finally:
            self._lap()
            self._running.pop()

    @contextmanager
    def watching(self, places: dict[str, list[tuple[Any, str]]]) -> Iterator[None]:
        """Count each call of the functions in *places* (phase -> owners and their functions' names) as its phase."""
        kept = [
            (owner, name, vars(owner)[name])
            for functions in places.values()
            for owner, name in functions
        ]
        for phase, functions in places.items():
            for owner, name in functions:
                watched = self._watched(phase, getattr(owner, name))
                is_static = isinstance(vars(owner)[name], staticmethod)
                setattr(owner, name, staticmethod(watched) if is_static else watched)
        try:
            yield
        finally:
            for owner, name, function in kept:
                setattr(owner, name, function)

    def _watched(self, phase: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def timed(*arguments: Any, **named: Any) -> Any:
            with self.phase(phase):
                return function(*arguments, **named)

        return timed
