"""Level E on systems that cannot fork, and for Java: a new process for each connection, with limits
but no isolation.

It uses only standard input and output: no fork, no descriptor passing, no Unix-only module. Every
connection starts an interpreter (some 50 ms). A thread reads, so that deadlines work on systems
that cannot poll pipes. Windows has no memory limit, and a process watches its own CPU time.
Elsewhere the processes that a program has started end with it, as long as it runs itself.
"""

from __future__ import annotations

import contextlib
import json
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

from graders.harness.assignment.process_limits import Limits
from graders.harness.inside.modules import Program
from graders.harness.inside.plain import OUT_OF_TIME
from graders.harness.protocol import frames, values
from graders.harness.protocol.config import Guest, Packages, ProcessLimits
from graders.harness.protocol.messages import Compile, Start, parse_from_plain, to_list
from graders.harness.sandbox.interface import (
    ConnectionClosed,
    DeadlinePassed,
    ExitReason,
    FrameTooLarge,
    Level,
    ProcessExit,
    SandboxError,
)
from graders.harness.sandbox.interpreters import build_of

BOOT = Path(__file__).resolve().parents[1] / "inside" / "boot.py"
"""The script that starts the programs of ``inside``."""
START_FRAME_LIMIT = 64 << 20
FEW = 4
"""Number of processes that compile the trusted files themselves: more than a correct submission
needs.
"""
READER_SECONDS = 0.1
"""Wall time for the reader to see the end of the pipe, after the process has ended."""
WINDOWS_FAULT = 0xC0000000
"""Smallest exit status of a crashed process on Windows, such as 0xC0000005 for a wrong address."""
PASSED_ON = ("SYSTEMROOT",) if sys.platform == "win32" else ("LD_LIBRARY_PATH",)
"""Variables that an interpreter may need: Windows' folder, or the shared library's folder."""


def process_limits(limits: Limits) -> ProcessLimits:
    """Return *limits* in the system's units."""
    return ProcessLimits(
        cpu_seconds=limits.cpu_seconds,
        memory_bytes=limits.memory_mb << 20,
        open_files=limits.open_files,
        file_bytes=limits.scratch_mb << 20,
        frame_bytes=limits.frame_kb << 10,
        recursion=limits.recursion,
        output_chars=limits.output_chars,
        scratch_bytes=limits.scratch_mb << 20,
        scratch_files=limits.scratch_files,
    )


class PlainConnection:
    """A pipe to a plain process."""

    def __init__(self, start: ProcessStart, limits: Limits, variant: str, folder: str) -> None:
        self._limit = limits.frame_kb << 10
        self._ending: ProcessExit | None = None
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
            raise SandboxError(f"cannot start {start.command[0]}: {error.strerror}") from None
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self._wall_seconds = limits.wall_seconds
        self._used = 0.0
        self._set_watch()
        if start.guest is not None:
            limit_from_outside(self._process.pid, "RLIMIT_DATA", start.guest["data_bytes"])
            self.renew(limits.cpu_seconds)
            return
        message = Start(
            start.program.to_message(),
            variant,
            process_limits(limits),
            start.trusted.code(),
        )
        frame = values.encode_frame(to_list(message), START_FRAME_LIMIT)
        try:
            self.send(frame, time.monotonic() + limits.wall_seconds)
        except (ConnectionClosed, DeadlinePassed):
            raise SandboxError("the process did not accept the program") from None

    def _set_watch(self) -> None:
        """End the process later, because a write may block on a process that does not read."""
        self._watch = threading.Timer(self._wall_seconds + 1.0, self._kill)
        self._watch.daemon = True
        self._watch.start()

    def _kill(self) -> None:
        """End the process and, if the system has process groups, everything that it started."""
        # until the process is waited for, no other has its number
        if hasattr(os, "killpg") and self._process.returncode is None:
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()

    def _read(self) -> None:
        """Put arriving payloads into the queue, and finally the reason for their end."""
        assert self._process.stdout is not None
        try:
            while (payload := frames.read(self._process.stdout.read, self._limit)) is not None:
                self._arrived.put(payload)
        except FrameTooLarge as error:
            self._arrived.put(error)
        except (OSError, ValueError):
            pass
        self._arrived.put(ConnectionClosed())

    def send_ahead(self, calls: bytes) -> None:
        """See the interface. A blocked write ends with the process; another thread reads."""
        with contextlib.suppress(ConnectionClosed, DeadlinePassed):  # receive() will report it
            self.send(calls, time.monotonic() + self._wall_seconds)

    def send(self, frame: bytes, deadline: float) -> None:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        assert self._process.stdin is not None
        try:
            frames.write_all(self._process.stdin.write, frame)
        except (OSError, ValueError):
            if time.monotonic() >= deadline:
                raise DeadlinePassed from None
            raise ConnectionClosed from None

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
        """See the interface. On systems that cannot limit another process, only the wall time limit
        applies.
        """
        self._watch.cancel()
        self._set_watch()
        before, self._used = self._used, cpu_seconds_of(self._process.pid)
        limit_from_outside(self._process.pid, "RLIMIT_CPU", math.ceil(self._used + cpu_seconds))
        return self._used - before

    def finish(self) -> ProcessExit:
        """See the interface. Processes that outlive their parent are not found."""
        if self._ending is None:
            self._watch.cancel()
            by_itself = self._settled()
            self._kill()
            status = self._process.wait()
            self._close_streams()
            self._ending = self._explain(by_itself, status)
        return self._ending

    def _close_streams(self) -> None:
        """Close the judge's pipe ends, except one still being read (its number could be reused)."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        # a process that the program started may hold the pipe; then the reader stays
        self._reader.join(READER_SECONDS)
        if not self._reader.is_alive():
            self._process.stdout.close()

    def _settled(self) -> bool:
        """Return whether the process has ended by itself."""
        if not self._hung_up and self._arrived.empty():
            return self._process.poll() is not None
        try:
            self._process.wait(timeout=1.0)
        except subprocess.TimeoutExpired:
            return False
        return True

    def _explain(self, by_itself: bool, status: int) -> ProcessExit:
        if self._overtime:
            return ProcessExit(ExitReason.WALL)
        if not by_itself:
            return ProcessExit(ExitReason.FINISHED)
        if status == OUT_OF_TIME:
            return ProcessExit(ExitReason.CPU)
        if status >= 0:
            return ProcessExit(
                ExitReason.EXITED if status < WINDOWS_FAULT else ExitReason.SIGNAL,
                status,
            )
        # RLIMIT_CPU with equal soft and hard limits sends SIGKILL, which nothing else here sends
        if -status in (
            getattr(signal, "SIGXCPU", None),
            getattr(signal, "SIGKILL", None),
        ):
            return ProcessExit(ExitReason.CPU, -status)
        return ProcessExit(ExitReason.SIGNAL, -status)


def limit_from_outside(pid: int, name: str, value: int) -> None:
    """Set the soft limit *name* of the process *pid*, if this system can."""
    try:
        import resource

        which = getattr(resource, name)
        hard = resource.prlimit(pid, which)[1]  # type: ignore[attr-defined,unused-ignore]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.prlimit(pid, which, (value, hard))  # type: ignore[attr-defined,unused-ignore]
    except (
        ImportError,
        AttributeError,
        OSError,
    ):
        # not Linux, or the process has just ended
        pass


def cpu_seconds_of(pid: int) -> float:
    """Return the CPU time of the process *pid*, or 0 if this system does not report it."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0.0


class TrustedCode:
    """The trusted files of a program, compiled once for all processes of a backend."""

    def __init__(self, command: list[str], program: Program | None) -> None:
        """*command* starts a process. Without a *program*, each compiles the files it imports."""
        self._command = command
        self._files = program.without_submission().to_message() if program is not None else None
        self._asked = 0
        self._code: list[list[Any]] = []

    def is_of(self, program: Program) -> bool:
        """Return whether *program* has exactly these files besides the submission."""
        return program.without_submission().to_message() == self._files

    def code(self) -> list[list[Any]]:
        """Return the code for another process.

        It is empty for the first few, because making it would cost more than it saves.
        """
        self._asked += 1
        if self._asked == FEW + 1 and self._files is not None:
            message = values.encode_frame(to_list(Compile(self._files)), START_FRAME_LIMIT)
            with contextlib.suppress(OSError, subprocess.SubprocessError, values.WireError):
                ran = subprocess.run(
                    self._command,
                    input=message,
                    capture_output=True,
                    env=plain_environment(),
                    timeout=60,
                    check=False,
                )
                answer = values.decode(ran.stdout[frames.HEADER.size :])
                self._code = parse_from_plain(answer).code
        return self._code


@dataclass(frozen=True, slots=True)
class ProcessStart:
    """Start parameters of a process: one of ``inside`` with a program, or a *guest*."""

    command: list[str]
    environment: dict[str, str]
    program: Program
    trusted: TrustedCode
    guest: Guest | None = None


def interpreter_options() -> list[str]:
    """Return the options of an interpreter for files of ``inside``."""
    # compiling them in every process would double the time of its start
    compiled = ["-X", f"pycache_prefix={sys.pycache_prefix}"] if sys.pycache_prefix else ["-B"]
    return ["-S", "-s", *compiled, "-X", "utf8"]


def plain_environment() -> dict[str, str]:
    """Return the whole environment of a process: a fixed hash seed and necessary variables."""
    return {"PYTHONHASHSEED": "0", **_passed_on()}


def _passed_on() -> dict[str, str]:
    return {name: os.environ[name] for name in PASSED_ON if name in os.environ}


class PlainBox:
    """A submission at level E."""

    level = Level.E

    def __init__(self, start: ProcessStart, limits: Limits) -> None:
        self._start = start
        self._limits = limits
        self._open: list[PlainConnection] = []
        self._folder = tempfile.TemporaryDirectory(prefix="graders-", ignore_cleanup_errors=True)
        """Working directory, so that the program writes no files among the user's."""

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

    def __init__(
        self,
        python: str,
        guest: Guest | None = None,
        packages: Packages | None = None,
    ) -> None:
        options = [*interpreter_options(), str(BOOT), "plain", json.dumps(packages)]
        self._command = [python, *options]
        self._guest = guest
        self._trusted = TrustedCode(self._command, None)
        self.interpreter = build_of(python)

    def prepare(self, program: Program, starter: Mapping[str, bytes]) -> None:
        """Compile the trusted part of *program* once many processes need it."""
        self._trusted = TrustedCode(self._command, program)

    def open(self, program: Program, limits: Limits) -> PlainBox:
        """See :class:`~graders.harness.sandbox.interface.Backend`."""
        trusted = self._trusted
        if self._guest is not None:
            environment = {**_passed_on(), **self._guest["environment"]}
            start = ProcessStart(self._guest["argv"], environment, program, trusted, self._guest)
            return PlainBox(start, limits)
        if not trusted.is_of(program):
            trusted = TrustedCode(self._command, None)
        return PlainBox(ProcessStart(self._command, plain_environment(), program, trusted), limits)

    def branch(self) -> PlainBackend:
        """See :class:`~graders.harness.sandbox.interface.Backend`."""
        return self

    def abandon(self) -> None:
        """Do nothing, because a branch is the backend itself."""

    def close(self) -> None:
        """Do nothing, because nothing is kept between boxes."""
