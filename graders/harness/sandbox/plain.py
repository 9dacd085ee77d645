"""Level E where systems cannot fork, and for Java: a new process for every connection, with limits
and no isolation.

Speaks over standard input and output only: no fork, no descriptor passing, no Unix-only module.
Every connection starts an interpreter (some 50 ms). A thread reads, so that a deadline can be kept
where pipes cannot be polled. What a system does not offer is done without: on Windows no limit of
memory, and a process watches its own CPU time; elsewhere what a program has started is ended with
it, as long as it runs itself.
"""

from __future__ import annotations

import contextlib
import math
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from graders.harness.assignment.manifest import Limits
from graders.harness.inside import wire
from graders.harness.inside.modules import Program
from graders.harness.inside.plain import OUT_OF_TIME
from graders.harness.sandbox.interface import (
    Cause,
    Closed,
    DeadlinePassed,
    Ending,
    FrameTooLarge,
    Level,
    SandboxFault,
)
from graders.harness.sandbox.interpreters import build_of

WORKER = Path(__file__).resolve().parents[1] / "inside" / "plain.py"
START_FRAME_LIMIT = 64 << 20
FEW = 4
"""Processes that compile our files themselves: more than a right submission needs."""
WINDOWS_FAULT = 0xC0000000
"""Windows' exit statuses of processes that crashed are this or more: 0xC0000005 for a wrong
address.
"""
PASSED_ON = ("SYSTEMROOT",) if sys.platform == "win32" else ("LD_LIBRARY_PATH",)
"""What an interpreter may not start without: Windows' own folder; where its shared library may lie
elsewhere.
"""


def worker_limits(limits: Limits) -> dict[str, int | float]:
    """Return *limits* in the units and under the names that the worker knows."""
    return {
        "cpu_seconds": limits.cpu_seconds,
        "memory_bytes": limits.memory_mb << 20,
        "open_files": limits.open_files,
        "file_bytes": limits.scratch_mb << 20,
        "frame_bytes": limits.frame_kb << 10,
        "recursion": limits.recursion,
        "output_chars": limits.output_chars,
        "scratch_bytes": limits.scratch_mb << 20,
        "scratch_files": limits.scratch_files,
    }


class PlainConnection:
    """A pipe to one plain process."""

    def __init__(self, start: Start, limits: Limits, variant: str, folder: str) -> None:
        self._limit = limits.frame_kb << 10
        self._ending: Ending | None = None
        self._overtime = False
        self._hung_up = False
        self._arrived: queue.SimpleQueue[bytes | Exception] = queue.SimpleQueue()
        try:
            self._process = subprocess.Popen(
                start.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=start.environment,
                cwd=folder,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise SandboxFault(f"cannot start {start.command[0]}: {error.strerror}") from None
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self._wall_seconds = limits.wall_seconds
        self._used = 0.0
        self._set_watch()
        if start.guest is not None:
            limit_from_outside(self._process.pid, "RLIMIT_DATA", start.guest["data_bytes"])
            self.renew(limits.cpu_seconds)
            return
        message = [
            "start",
            start.program.to_message(),
            variant,
            worker_limits(limits),
            start.ours.code(),
        ]
        try:
            self.send(
                wire.encode_frame(message, START_FRAME_LIMIT),
                time.monotonic() + limits.wall_seconds,
            )
        except (Closed, DeadlinePassed):
            raise SandboxFault("the worker process did not take the program") from None

    def _set_watch(self) -> None:
        """Have the process ended later: a write cannot be given a deadline everywhere, and it may
        not read.
        """
        self._watch = threading.Timer(self._wall_seconds + 1.0, self._kill)
        self._watch.daemon = True
        self._watch.start()

    def _kill(self) -> None:
        """End the process, and what it has started where that is one group."""
        if (
            hasattr(os, "killpg") and self._process.returncode is None
        ):  # it is not waited for: the number is its own
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()

    def _exactly(self, count: int) -> bytes:
        assert self._process.stdout is not None
        parts = []
        while count:
            part = self._process.stdout.read(min(count, 1 << 20))
            if not part:
                raise Closed
            parts.append(part)
            count -= len(part)
        return b"".join(parts)

    def _read(self) -> None:
        try:
            while True:
                (length,) = wire.HEADER.unpack(self._exactly(wire.HEADER.size))
                if length > self._limit:
                    raise FrameTooLarge
                self._arrived.put(self._exactly(length))
        except (Closed, FrameTooLarge) as end:
            self._arrived.put(end)
        except (OSError, ValueError):
            self._arrived.put(Closed())

    def send_ahead(self, frames: bytes) -> None:
        """See the interface. A write that blocks ends with the process: another thread reads what
        it answers.
        """
        with contextlib.suppress(Closed, DeadlinePassed):  # who receives will see
            self.send(frames, time.monotonic() + self._wall_seconds)

    def send(self, frame: bytes, deadline: float) -> None:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        assert self._process.stdin is not None
        try:
            view = memoryview(frame)
            while view:
                view = view[self._process.stdin.write(view) or 0 :]
        except (OSError, ValueError):
            if time.monotonic() >= deadline:
                raise DeadlinePassed from None
            raise Closed from None

    def receive(self, deadline: float) -> bytes:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        try:
            item = self._arrived.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            self._overtime = True
            raise DeadlinePassed from None
        if isinstance(item, Exception):
            self._hung_up = True
            raise item
        return item

    def quiet(self) -> bool:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        return self._arrived.empty()

    def renew(self, cpu_seconds: float) -> float:
        """See the interface; where a system does not tell or limit another process's time, the wall
        clock remains.
        """
        self._watch.cancel()
        self._set_watch()
        before, self._used = self._used, cpu_seconds_of(self._process.pid)
        limit_from_outside(self._process.pid, "RLIMIT_CPU", math.ceil(self._used + cpu_seconds))
        return self._used - before

    def finish(self) -> Ending:
        """See the interface. Processes that it started and outlived them are not found at this
        level.
        """
        if self._ending is None:
            self._watch.cancel()
            by_itself = self._settled()
            self._kill()
            status = self._process.wait()
            self._close_streams()
            self._ending = self._explain(by_itself, status)
        return self._ending

    def _close_streams(self) -> None:
        """Close our ends, but not one that is still being read: its number would be used again."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._reader.join(1.0)
        if not self._reader.is_alive():
            self._process.stdout.close()

    def _settled(self) -> bool:
        """Say whether the process has ended, or is ending, by itself: its end of the pipe is
        closed.
        """
        if not self._hung_up and self._arrived.empty():
            return self._process.poll() is not None
        try:
            self._process.wait(timeout=1.0)
        except subprocess.TimeoutExpired:
            return False
        return True

    def _explain(self, by_itself: bool, status: int) -> Ending:
        if self._overtime:
            return Ending(Cause.WALL)
        if not by_itself:
            return Ending(Cause.FINISHED)
        if status == OUT_OF_TIME:
            return Ending(Cause.CPU)
        if status >= 0:
            return Ending(Cause.EXITED if status < WINDOWS_FAULT else Cause.SIGNAL, status)
        # RLIMIT_CPU with equal soft and hard limits ends a process by SIGKILL; nothing else here
        # sends that
        if -status in (getattr(signal, "SIGXCPU", None), getattr(signal, "SIGKILL", None)):
            return Ending(Cause.CPU, -status)
        return Ending(Cause.SIGNAL, -status)


def limit_from_outside(pid: int, name: str, value: int) -> None:
    """Set the soft limit *name* of the process *pid*, where this system can."""
    try:
        import resource

        which = getattr(resource, name)
        hard = resource.prlimit(pid, which)[1]  # type: ignore[attr-defined,unused-ignore]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.prlimit(pid, which, (value, hard))  # type: ignore[attr-defined,unused-ignore]
    except (ImportError, AttributeError, OSError):  # no Linux, or the process has just ended
        pass


def cpu_seconds_of(pid: int) -> float:
    """Return the CPU time that the process *pid* has used; 0 where this system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0.0


class Ours:
    """The files of ours, compiled once for all processes of a backend; no submission is there when
    that is done.
    """

    def __init__(self, command: list[str], program: Program | None) -> None:
        """*command* starts a worker process. Without a *program* each of them compiles what it
        imports.
        """
        self._command = command
        self._files = program.without_submission().to_message() if program is not None else None
        self._asked = 0
        self._code: list[list[Any]] = []

    def belong_to(self, program: Program) -> bool:
        """Say whether *program* has just these files besides what is submitted."""
        return program.without_submission().to_message() == self._files

    def code(self) -> list[list[Any]]:
        """Return the code, as processes take it; none for the first few, for it would cost more
        than it saves.
        """
        self._asked += 1
        if self._asked == FEW + 1 and self._files is not None:
            message = wire.encode_frame(["compile", self._files], START_FRAME_LIMIT)
            with contextlib.suppress(OSError, subprocess.SubprocessError, wire.WireError):
                ran = subprocess.run(
                    self._command,
                    input=message,
                    capture_output=True,
                    env=plain_environment(),
                    timeout=60,
                    check=False,
                )
                match wire.decode_frame(ran.stdout[wire.HEADER.size :]):
                    case ["compiled", list(code)]:
                        self._code = code
        return self._code


@dataclass(frozen=True, slots=True)
class Start:
    """How a worker process is started: ours, which takes a program, or a *guest* in its place."""

    command: list[str]
    environment: dict[str, str]
    program: Program
    ours: Ours
    guest: dict[str, Any] | None = None
    """See ``inside/guest.py``."""


def interpreter_options() -> list[str]:
    """Return the options of an interpreter that runs files of the worker."""
    # compiling the worker anew in every process takes as long as all the rest of its start
    compiled = ["-X", f"pycache_prefix={sys.pycache_prefix}"] if sys.pycache_prefix else ["-B"]
    return ["-S", "-s", *compiled, "-X", "utf8"]


def plain_environment() -> dict[str, str]:
    """Return the worker's whole environment: nothing of ours but a fixed hash seed."""
    return {"PYTHONHASHSEED": "0", **_passed_on()}


def _passed_on() -> dict[str, str]:
    return {name: os.environ[name] for name in PASSED_ON if name in os.environ}


class PlainBox:
    """One submission at level E."""

    level = Level.E

    def __init__(self, start: Start, limits: Limits) -> None:
        self._start = start
        self._limits = limits
        self._open: list[PlainConnection] = []
        self._folder = tempfile.TemporaryDirectory(prefix="graders-", ignore_cleanup_errors=True)
        """Where files that the program writes end up, so that it is not among the person's own."""

    def connect(
        self,
        variant: str,
        cpu_seconds: float | None = None,
        reuse: bool = False,
        last: bool = False,
    ) -> PlainConnection:
        """See :class:`~graders.harness.sandbox.interface.Box`."""
        limits = self._limits
        if cpu_seconds is not None:
            limits = msgspec.structs.replace(limits, cpu_seconds=cpu_seconds)
        connection = PlainConnection(self._start, limits, variant, self._folder.name)
        self._open.append(connection)
        return connection

    def close(self) -> None:
        """See :class:`~graders.harness.sandbox.interface.Box`."""
        for connection in self._open:
            connection.finish()
        self._open.clear()
        self._folder.cleanup()


class PlainBackend:
    """Opens plain processes of one interpreter, or of a guest."""

    name = "plain"
    level = Level.E

    def __init__(self, python: str, guest: dict[str, Any] | None = None) -> None:
        self._command = [python, *interpreter_options(), str(WORKER)]
        self._guest = guest
        self._ours = Ours(self._command, None)
        self.interpreter = build_of(python)

    def prepare(self, program: Program, starter: Mapping[str, bytes]) -> None:
        """Have the files of *program*, all of them ours, compiled where many processes need them."""
        self._ours = Ours(self._command, program)

    def open(self, program: Program, limits: Limits) -> PlainBox:
        """See :class:`~graders.harness.sandbox.interface.Backend`."""
        if self._guest is not None:
            environment = {**_passed_on(), **self._guest["environment"]}
            return PlainBox(
                Start(self._guest["argv"], environment, program, self._ours, self._guest), limits
            )
        ours = self._ours if self._ours.belong_to(program) else Ours(self._command, None)
        return PlainBox(Start(self._command, plain_environment(), program, ours), limits)

    def branch(self) -> PlainBackend:
        """See :class:`~graders.harness.sandbox.interface.Backend`."""
        return self

    def abandon(self) -> None:
        """There is nothing to let go of."""

    def close(self) -> None:
        """Nothing is kept between boxes."""
