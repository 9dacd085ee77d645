"""The judge's end of a launcher, its boxes and their connections (the other ends are in
``inside/``).
"""

from __future__ import annotations

import itertools
import json
import select
import socket
import subprocess
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from graders.harness.assignment.manifest import Limits
from graders.harness.inside import control, wire
from graders.harness.inside.modules import Program
from graders.harness.sandbox.interface import (
    Cause,
    Closed,
    DeadlinePassed,
    Ending,
    FrameTooLarge,
    Level,
    SandboxFault,
    SandboxNotMade,
)
from graders.harness.sandbox.plain import worker_limits

LAUNCHER = Path(__file__).resolve().parents[1] / "inside" / "launcher.py"

ANSWER_SECONDS = 30.0
"""How long a launcher or zygote, which run none of the submission's code, may take to answer."""

ANSWER_BYTES = 1 << 16
_CHUNK = 1 << 16


class Launcher:
    """The launcher process of one interpreter. Several threads may use it."""

    def __init__(
        self, python: str, environment: dict[str, str], library: tuple[str, ...] = ()
    ) -> None:
        """Start it; with the folders of a *library* it makes boxes for linters. Raises
        SandboxFault.
        """
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._channel, theirs = socket.socketpair()
        more = [json.dumps(library)] if library else []
        try:
            self._process: subprocess.Popen[bytes] | None = subprocess.Popen(
                [
                    python,
                    "-S",
                    "-s",
                    "-B",
                    "-X",
                    "utf8",
                    str(LAUNCHER),
                    str(theirs.fileno()),
                    *more,
                ],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env=environment,
                cwd="/",
                start_new_session=True,
            )
        except OSError as error:
            self._channel.close()
            raise SandboxFault(f"cannot start the interpreter {python}: {error.strerror}") from None
        finally:
            theirs.close()

    def branch(self) -> Launcher:
        """Return a launcher for another process to use, which is about to be forked and alone will
        use it.

        It has a channel of its own to the same process. Whoever stays behind calls :meth:`abandon`
        on it.
        """
        branch = Launcher.__new__(Launcher)
        branch._lock, branch._numbers = threading.Lock(), itertools.count(1)
        branch._channel, theirs = socket.socketpair()
        branch._process = None
        with theirs:
            try:
                control.send(self._channel, ["branch"], theirs.fileno())
            except control.Broken as error:
                branch._channel.close()
                raise SandboxFault(f"the sandbox's launcher is gone: {error}") from None
        return branch

    def abandon(self) -> None:
        """Close this process's end, without a word to the other one."""
        self._channel.close()

    def _ask(self, message: list[Any], descriptor: int | None = None) -> list[Any]:
        with self._lock:
            try:
                control.send(self._channel, message, descriptor)
                return control.receive(self._channel, ANSWER_SECONDS, ANSWER_BYTES)[0]
            except control.Broken as error:
                raise SandboxFault(f"the sandbox's launcher does not answer: {error}") from None

    def prepare(self, program: Program, starter: Mapping[str, bytes]) -> None:
        """Have our files of *program* imported, and *starter* read, for all boxes. Raises
        SandboxFault.
        """
        with self._lock:
            try:
                control.send(
                    self._channel,
                    ["ours", program.without_submission().to_message(), dict(starter)],
                )
            except control.Broken as error:
                raise SandboxFault(f"the sandbox's launcher is gone: {error}") from None

    def open(self, plan: dict[str, Any], descriptor: int) -> int:
        """Make a box whose zygote serves *descriptor*; return its number. Raises SandboxFault with
        the reason.
        """
        number = next(self._numbers)
        answer = self._ask(["open", number, plan], descriptor)
        if answer[0] != "opened":
            raise SandboxNotMade(answer[2])
        return number

    def end(self, number: int) -> tuple[int, int]:
        """End box *number*; return how its first process ended (minus the signal), and how often
        memory ran out.
        """
        answer = self._ask(["close", number])
        return int(answer[2]), int(answer[3])

    def close(self) -> None:
        """End the launcher and every box it still has; a branch ends its own boxes only."""
        self._channel.close()
        if self._process is not None:
            wait_for(self._process)


def wait_for(process: subprocess.Popen[bytes]) -> int:
    """Wait for a process whose socket has been closed, and end it if it does not end by itself;
    return its status.
    """
    try:
        return process.wait(timeout=ANSWER_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


class Starts(Protocol):
    """What starts the first processes of boxes: a :class:`Launcher`, or what does its work where
    there is no box.
    """

    def prepare(self, program: Program, starter: Mapping[str, bytes]) -> None:
        """Do for all boxes what helps them (see the interface of backends). Raises SandboxFault."""

    def open(self, plan: dict[str, Any], descriptor: int) -> int:
        """Start one after *plan*, which serves *descriptor*; return its number. Raises SandboxFault
        with the reason.
        """

    def end(self, number: int) -> tuple[int, int]:
        """End it and all that is left of it; return how it ended (minus the signal), and how often
        memory ran out.
        """

    def branch(self) -> Starts:
        """Return what a process that is about to be forked uses. Raises SandboxFault."""

    def abandon(self) -> None:
        """Let go of a branch that another process uses."""

    def close(self) -> None:
        """End what it has started."""


class BoxConnection:
    """The judge's end of one child's pipe."""

    def __init__(
        self, box: LaunchedBox, number: int, channel: socket.socket, frame_bytes: int
    ) -> None:
        self._box = box
        self._number = number
        self._channel = channel
        self._limit = frame_bytes
        self._buffer = bytearray()
        self._place = 0
        """Up to which of it frames have been taken; nothing is left of it when all have."""
        self._outgoing = memoryview(b"")
        self._hung_up = False
        self._overtime = False
        self._ending: Ending | None = None
        channel.setblocking(False)
        self._readable, self._writable, self._either = select.poll(), select.poll(), select.poll()
        self._readable.register(channel, select.POLLIN)
        self._writable.register(channel, select.POLLOUT)
        self._either.register(channel, select.POLLIN | select.POLLOUT)

    def send(self, frame: bytes, deadline: float) -> None:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        view = memoryview(frame)
        while view:
            try:
                view = view[self._channel.send(view) :]
            except BlockingIOError:
                self._wait(self._writable, deadline)
            except OSError:
                self._hung_up = True
                raise Closed from None

    def send_ahead(self, frames: bytes) -> None:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        self._outgoing = memoryview(frames)
        self._push()

    def _push(self) -> None:
        """Send what the socket takes now of the frames that go ahead."""
        try:
            while self._outgoing:
                self._outgoing = self._outgoing[self._channel.send(self._outgoing) :]
        except BlockingIOError:
            pass
        except OSError:  # it hung up: who receives will see
            self._outgoing = memoryview(b"")

    def _wait(self, poll: select.poll, deadline: float) -> None:
        left = deadline - time.monotonic()
        if left <= 0 or not poll.poll(left * 1000 + 1):
            self._overtime = True
            raise DeadlinePassed

    def receive(self, deadline: float) -> bytes:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        buffer, head = self._buffer, wire.HEADER.size
        if len(buffer) - self._place < head:
            self._fill(head, deadline)
        (length,) = wire.HEADER.unpack_from(buffer, self._place)
        if length > self._limit:
            raise FrameTooLarge
        if len(buffer) - self._place < head + length:
            self._fill(head + length, deadline)
        start, self._place = self._place + head, self._place + head + length
        payload = bytes(memoryview(buffer)[start : self._place])
        if self._place == len(buffer):
            self._start_again()
        return payload

    def _start_again(self) -> None:
        """Let go of what has been taken."""
        del self._buffer[: self._place]
        self._place = 0

    def _fill(self, count: int, deadline: float) -> None:
        """Receive until *count* bytes are there, or *deadline*."""
        self._start_again()
        while len(self._buffer) < count:
            try:
                part = self._channel.recv(_CHUNK)
            except BlockingIOError:
                self._push()
                self._wait(self._either if self._outgoing else self._readable, deadline)
                continue
            except OSError:
                part = b""
            if not part:
                self._hung_up = True
                raise Closed
            if len(self._buffer) + len(part) < count and time.monotonic() > deadline:
                self._overtime = True
                raise DeadlinePassed
            self._buffer += part

    def quiet(self) -> bool:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        if self._buffer:
            return False
        try:
            return not self._channel.recv(1, socket.MSG_PEEK)
        except OSError:  # nothing has arrived, or nothing ever will
            return True

    def renew(self, cpu_seconds: float) -> float:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        return self._box.renew_child(self._number, cpu_seconds)

    def finish(self) -> Ending:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        if self._ending is None:
            try:
                self._ending = self._box.end_child(self._number, self._hung_up, self._overtime)
            finally:
                self._channel.close()
        return self._ending


class LaunchedBox:
    """One submission's box. If its zygote is lost, the next connection gets a new box."""

    def __init__(
        self, launcher: Starts, plan: dict[str, Any], level: Level, program: Program, limits: Limits
    ) -> None:
        self.level = level
        self._launcher = launcher
        self._plan = plan
        self._program = program
        self._limits = limits
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._number: int | None = None
        self._born = 0
        """Number of the first child of the present box: children of a lost one are gone."""
        self._lost: tuple[int, int] = (0, 0)
        self._open()

    def _open(self) -> None:
        self._control, theirs = socket.socketpair()
        try:
            self._number = self._launcher.open(self._plan, theirs.fileno())
        except SandboxFault:
            self._control.close()
            raise
        finally:
            theirs.close()
        self._send(["program", self._program.to_message(), self._plan["limits"]])

    def _send(self, message: list[Any], descriptor: int | None = None) -> None:
        try:
            control.send(self._control, message, descriptor)
        except control.Broken as error:
            self._lose()
            raise SandboxFault(f"the sandbox's first process is gone: {error}") from None

    def _answer(self, kind: str, number: int, length: int) -> list[Any]:
        """Return the zygote's answer of this *kind* and *length* about child *number*; raises
        SandboxFault.
        """
        try:
            answer = control.receive(self._control, ANSWER_SECONDS, ANSWER_BYTES)[0]
        except control.Broken as error:
            self._lose()
            raise SandboxFault(f"the sandbox's first process does not answer: {error}") from None
        if len(answer) == 3 and answer[0] == "fault":
            raise SandboxFault(f"the sandbox failed: {answer[2]}")
        if len(answer) != length or answer[:2] != [kind, number]:
            self._lose()
            raise SandboxFault("the sandbox's first process answers what was not asked")
        return answer

    def _lose(self) -> None:
        """Have everything that is left of the present box ended from outside."""
        self._control.close()
        if self._number is not None:
            number, self._number = self._number, None
            self._lost = self._launcher.end(number)

    def connect(
        self,
        variant: str,
        cpu_seconds: float | None = None,
        reuse: bool = False,
        last: bool = False,
    ) -> BoxConnection:
        """See :class:`~graders.harness.sandbox.interface.Box`."""
        with self._lock:
            if self._number is None:
                self._open()
            number = next(self._numbers)
            ours, theirs = socket.socketpair()
            seconds = self._limits.cpu_seconds if cpu_seconds is None else cpu_seconds
            try:
                self._send(["connect", number, variant, seconds], theirs.fileno())
                theirs.close()
                self._answer("child", number, 2)
            except SandboxFault:
                ours.close()
                raise
            finally:
                theirs.close()
            return BoxConnection(self, number, ours, self._limits.frame_kb << 10)

    def renew_child(self, number: int, cpu_seconds: float) -> float:
        """Give child *number* so much CPU time from now on; return what it used since last time."""
        with self._lock:
            if self._number is None:
                raise SandboxFault("the sandbox was lost while this check ran")
            self._send(["renew", number, cpu_seconds])
            return float(self._answer("renewed", number, 3)[2])

    def end_child(self, number: int, hung_up: bool, overtime: bool) -> Ending:
        """End child *number* and say how it ended. Raises SandboxFault if the sandbox itself is
        gone.
        """
        with self._lock:
            if self._number is None:
                return self._ending_of_lost()
            self._send(["finish", number, hung_up])
            try:
                _ended, _number, by_itself, status, cause, cpu, peak = self._answer(
                    "ended", number, 7
                )
            except SandboxFault:
                if self._number is None and self._lost[1]:
                    return self._ending_of_lost()
                raise
        cpu_seconds, max_rss_mb = float(cpu), int(peak) / 1024
        if cause == "cpu":
            return Ending(Cause.CPU, 0, cpu_seconds, max_rss_mb)
        if overtime:
            return Ending(Cause.WALL, 0, cpu_seconds, max_rss_mb)
        if cause == "memory":
            return Ending(Cause.MEMORY, 0, cpu_seconds, max_rss_mb)
        if by_itself and status < 0:
            return Ending(Cause.SIGNAL, -int(status), cpu_seconds, max_rss_mb)
        if (
            by_itself or hung_up
        ):  # who closes the pipe has left, though the process may have lingered
            return Ending(Cause.EXITED, max(0, int(status)), cpu_seconds, max_rss_mb)
        return Ending(Cause.FINISHED, 0, cpu_seconds, max_rss_mb)

    def _ending_of_lost(self) -> Ending:
        if self._lost[1]:
            return Ending(Cause.MEMORY)
        raise SandboxFault("the sandbox was lost while this check ran")

    def close(self) -> None:
        """See :class:`~graders.harness.sandbox.interface.Box`."""
        with self._lock:
            self._control.close()
            if self._number is not None:
                number, self._number = self._number, None
                self._launcher.end(number)


class LaunchedBackend:
    """Boxes of one interpreter at one level, made by one launcher."""

    def __init__(
        self,
        name: str,
        launcher: Starts,
        level: Level,
        interpreter: str,
        extra: dict[str, Any] | None = None,
    ) -> None:
        self.name = name
        self.level = level
        self.interpreter = interpreter
        self.launcher = launcher
        self._extra = extra or {}

    def prepare(self, program: Program, starter: Mapping[str, bytes]) -> None:
        """See :class:`~graders.harness.sandbox.interface.Backend`."""
        self.launcher.prepare(program, starter)

    def open(self, program: Program, limits: Limits) -> LaunchedBox:
        """See :class:`~graders.harness.sandbox.interface.Backend`."""
        plan = {"level": self.level.label, "limits": worker_limits(limits), **self._extra}
        return LaunchedBox(self.launcher, plan, self.level, program, limits)

    def branch(self) -> LaunchedBackend:
        """See :class:`~graders.harness.sandbox.interface.Backend`."""
        return LaunchedBackend(
            self.name, self.launcher.branch(), self.level, self.interpreter, self._extra
        )

    def abandon(self) -> None:
        """See :class:`~graders.harness.sandbox.interface.Backend`."""
        self.launcher.abandon()

    def close(self) -> None:
        """See :class:`~graders.harness.sandbox.interface.Backend`."""
        self.launcher.close()
