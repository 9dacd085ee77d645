"""A run of a class as a separate process, the processes below it, and ways to disturb it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from tests.attacks.submissions.planted import (
    adopt_orphans,
    left_behind,
    processes_below_us,
)
from tests.world import TOY

SCRIPT = Path(__file__).with_name("run_class.py")
PATIENCE = 120.0
"""Seconds after which a condition counts as never met."""

Found = TypeVar("Found")


def wait_for(condition: Callable[[], Found], what: str) -> Found:
    """Return the value of *condition* as soon as it is true; fail if it never is."""
    deadline = time.monotonic() + PATIENCE
    while True:
        looked = time.monotonic()
        found = condition()
        if found:
            return found
        if looked > deadline:
            raise AssertionError(f"timed out waiting for {what}")
        time.sleep(
            max(0.002, 2 * (time.monotonic() - looked))
        )  # constant polling would slow the run down


@dataclass(frozen=True)
class Process:
    """A running process."""

    pid: int
    parent: int
    command: str
    seconds: float
    """CPU time it has used."""


_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def processes() -> dict[int, Process]:
    """Return all running descendants, without zombies."""
    stats: dict[int, list[str]] = {}
    below: dict[int, list[int]] = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError), open(f"/proc/{name}/stat") as file:
            stat = stats[int(name)] = file.read().rpartition(")")[2].split()
            below.setdefault(int(stat[1]), []).append(int(name))
    found = {}
    todo = [os.getpid()]
    while todo:
        for pid in below.get(todo.pop(), ()):
            todo.append(pid)
            stat = stats[pid]
            with suppress(OSError):
                command = (
                    Path(f"/proc/{pid}/cmdline")
                    .read_bytes()
                    .replace(b"\0", b" ")
                    .decode("utf-8", "replace")
                )
                if stat[0] not in "ZX":
                    found[pid] = Process(
                        pid, int(stat[1]), command, (int(stat[11]) + int(stat[12])) / _TICKS
                    )
    return found


WARM, LAUNCHER, PLAIN = "graders.harness.processes.warm", "boot.py launcher", "boot.py unboxed"
AT_WORK = 0.04
"""Seconds of CPU time after which a process has done more than start."""


class Run:
    """The command line, grading a class of toys."""

    def __init__(
        self, arguments: list[object], settings: Mapping[str, Any], journal: Path, **where: Any
    ) -> None:
        self.journal = journal
        self._process = subprocess.Popen(
            [
                sys.executable, str(SCRIPT), json.dumps({"root": str(TOY.root), **settings}), str(journal),
                *map(str, arguments),
            ],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            start_new_session=True, **where,
        )  # fmt: skip
        self.pid = self._process.pid

    def journaled(self) -> list[tuple[str, str, bool]]:
        """Return each finished delivery: name, state, and whether its result was known. Incomplete lines are skipped."""
        try:
            text = self.journal.read_text()
        except FileNotFoundError:
            return []
        return [
            tuple(json.loads(line))
            for line in text.splitlines(keepends=True)
            if line.endswith("\n")
        ]

    def wait(self) -> tuple[int, str, str]:
        """Wait for its end; return exit status, standard output and standard error."""
        out, err = self._process.communicate(timeout=PATIENCE)
        return self._process.returncode, out, err

    def ended(self) -> bool:
        """Return whether it has ended."""
        return self._process.poll() is not None

    # Processes below it.

    def warm(self) -> list[Process]:
        """Return its warm processes."""
        return [
            one for one in processes().values() if one.parent == self.pid and WARM in one.command
        ]

    def children(self) -> list[Process]:
        """Return forks of its warm processes, each grading one submission in a box."""
        alive = processes()
        warm = {one.pid for one in alive.values() if one.parent == self.pid and WARM in one.command}
        with_box = {one.parent for one in alive.values()}
        busy = {
            one.parent
            for one in alive.values()
            if one.parent in warm and LAUNCHER in one.command and one.pid in with_box
        }
        return [one for one in alive.values() if one.parent in busy and WARM in one.command]

    def plain(self) -> list[Process]:
        """Return first processes of submissions that have no box."""
        alive = processes()
        nobody = Process(0, 0, "", 0.0)
        return [
            one
            for one in alive.values()
            if PLAIN in one.command
            and WARM in (above := alive.get(one.parent, nobody)).command
            and WARM in (higher := alive.get(above.parent, nobody)).command
            and higher.parent == self.pid
        ]

    def launchers(self) -> list[Process]:
        """Return the launchers of its warm processes that are grading a submission."""
        alive = processes()
        busy = {alive[one.pid].parent for one in self.children() if one.pid in alive}
        return [one for one in alive.values() if one.parent in busy and LAUNCHER in one.command]

    def boxes(self) -> list[Process]:
        """Return the first process of each box in which a submission's code has run for a while."""
        alive, launchers = processes(), {one.pid for one in self.launchers()}
        at_work = {one.parent for one in alive.values() if one.seconds >= AT_WORK}
        return [one for one in alive.values() if one.parent in launchers and one.pid in at_work]

    def launchers_of_boxes(self) -> list[Process]:
        """Return the launchers of these boxes."""
        above = {one.parent for one in self.boxes()}
        return [one for one in processes().values() if one.pid in above]

    def recorded(self) -> list[Process]:
        """Return processes of the reference that have run for a while, before any submission is graded."""
        alive = processes()
        nobody = Process(0, 0, "", 0.0)

        def above(one: Process) -> Process:
            return alive.get(one.parent, nobody)

        return [
            one
            for one in alive.values()
            if one.seconds >= AT_WORK
            and LAUNCHER in above(one).command
            and LAUNCHER in above(above(one)).command
            and above(above(above(above(one)))).pid == self.pid
        ]

    def recording_boxes(self) -> list[Process]:
        """Return first processes of the boxes in which the reference runs."""
        above = {one.parent for one in self.recorded()}
        return [one for one in processes().values() if one.pid in above]

    def recording_launchers(self) -> list[Process]:
        """Return launchers of the boxes in which the reference runs."""
        above = {one.parent for one in self.recording_boxes()}
        return [one for one in processes().values() if one.pid in above]

    def itself(self) -> list[Process]:
        """Return the main process while a submission is being graded, else nothing."""
        return [one for one in processes().values() if one.pid == self.pid and self.children()]

    # Disturbances.

    def kill(self, target: Callable[[Run], list[Process]]) -> Process:
        """Wait until there is such a process, and kill it."""
        while True:
            found = wait_for(lambda: target(self) or self.ended(), "a process to kill")
            assert isinstance(found, list), f"it ended before: {self.wait()}"
            try:
                os.kill(found[0].pid, signal.SIGKILL)
            except ProcessLookupError:  # the process ended just now: try another
                continue
            return found[0]

    def interrupt(self) -> None:
        """Send Ctrl-C's signal to the process group, as a terminal does."""
        os.killpg(self.pid, signal.SIGINT)

    def __del__(self) -> None:
        """Leave no pipe open."""
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()


@contextmanager
def nothing_left() -> Iterator[None]:
    """Assert that no process that was started inside is left soon afterwards, not even an orphan."""
    adopt_orphans()
    known = set(processes_below_us())
    try:
        yield
        assert left_behind(known, patience=30.0) == ()
    finally:
        left_behind(known, patience=0.0)
        adopt_orphans(False)
