"""The judge's end of launchers, boxes and connections; ``inside/`` has the other ends."""

from __future__ import annotations

import itertools
import json
import select
import socket
import subprocess
import threading
import time
from collections.abc import Mapping
from typing import Protocol

from graders.harness.assignment.process_limits import Limits
from graders.harness.inside.modules import SCRATCH, Program
from graders.harness.protocol import control, frames, messages
from graders.harness.protocol.config import BoxRequest, Guest, LinterFiles, Packages
from graders.harness.protocol.values import WireError
from graders.harness.sandbox.interface import (
    ConnectionClosed,
    DeadlinePassed,
    ExitReason,
    Level,
    ProcessExit,
    SandboxError,
    SandboxNotMade,
)
from graders.harness.sandbox.plain_processes import BOOT, process_limits

ANSWER_SECONDS = 30.0
"""Wall time limit for an answer of a launcher or zygote, which run no submitted code."""

PLACE_SECONDS = 120.0
"""Wall time limit for a place for files that other gradings use."""

ANSWER_BYTES = 1 << 16
_CHUNK = 1 << 16
_FILES = {
    (False, False): "incidental",
    (False, True): "needed",
    # a reference that writes files unasked would fail at levels without scratch space
    (True, False): "nothing",
    (True, True): "trusted",
}
"""The files that a program may write, by whether it is trusted and has the mark of files."""


def box_request(
    level: Level,
    limits: Limits,
    *,
    bubblewrap: str = "",
    library_path: str = "",
    guest: Guest | None = None,
    files: str = "incidental",
) -> BoxRequest:
    """Return the request for a box of *level*."""
    return BoxRequest(
        level=level.label,
        limits=process_limits(limits),
        bubblewrap=bubblewrap,
        library_path=library_path,
        guest=guest,
        files=files,
    )


class LauncherProcess:
    """The launcher process of an interpreter. Several threads may use it."""

    def __init__(
        self,
        python: str,
        environment: dict[str, str],
        linter: LinterFiles | None = None,
        packages: Packages | None = None,
    ) -> None:
        """Start the process. With the files of a *linter*, boxes lint; *packages* are those of
        submissions. Raises SandboxError.
        """
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._channel, its_end = socket.socketpair()
        arguments = [str(its_end.fileno()), *map(json.dumps, (linter, packages))]
        options = ["-S", "-s", "-B", "-X", "utf8"]
        try:
            self._process: subprocess.Popen[bytes] | None = subprocess.Popen(
                [python, *options, str(BOOT), "launcher", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[its_end.fileno()],
                env=environment,
                cwd="/",
                start_new_session=True,
            )
        except OSError as error:
            self._channel.close()
            raise SandboxError(f"cannot start the interpreter {python}: {error.strerror}") from None
        finally:
            its_end.close()

    @property
    def pid(self) -> int:
        """Process id, in the process that started it."""
        assert self._process is not None
        return self._process.pid

    def branch(self) -> LauncherProcess:
        """Return a launcher for a process that is about to be forked.

        It has its own channel to the same launcher process.
        """
        branch = LauncherProcess.__new__(LauncherProcess)
        branch._lock, branch._numbers = threading.Lock(), itertools.count(1)
        branch._channel, its_end = socket.socketpair()
        branch._process = None
        with its_end:
            try:
                control.send(self._channel, messages.Branch(), its_end.fileno())
            except control.Broken as error:
                branch._channel.close()
                raise SandboxError(f"the sandbox's launcher is gone: {error}") from None
        return branch

    def abandon(self) -> None:
        """Close this process's end of a branch's channel."""
        self._channel.close()

    def _ask(
        self, message: messages.Message, descriptor: int | None = None
    ) -> messages.Opened | messages.Closed | messages.NotMade:
        with self._lock:
            try:
                control.send(self._channel, message, descriptor)
                answer, _ = control.receive(self._channel, ANSWER_SECONDS, ANSWER_BYTES)
                return messages.parse_from_launcher(answer)
            except (control.Broken, WireError) as error:
                raise SandboxError(f"the sandbox's launcher does not answer: {error}") from None

    def prepare(self, program: Program, starter: Mapping[str, bytes]) -> None:
        """Import the trusted part of *program* for all boxes. Raises SandboxError."""
        trusted = program.without_submission().to_message()
        with self._lock:
            try:
                control.send(self._channel, messages.Preload(trusted, dict(starter)))
            except control.Broken as error:
                raise SandboxError(f"the sandbox's launcher is gone: {error}") from None

    def open(self, request: BoxRequest, descriptor: int) -> int:
        """Make a box whose zygote serves *descriptor*; return its number. Raises SandboxError."""
        number = next(self._numbers)
        deadline = time.monotonic() + PLACE_SECONDS
        while isinstance(
            answer := self._ask(messages.Open(number, request), descriptor),
            messages.NotMade,
        ):
            if answer.text != messages.BUSY or time.monotonic() > deadline:
                raise SandboxNotMade(answer.text)
            time.sleep(0.1)
        return number

    def end(self, number: int) -> tuple[int, int]:
        """End box *number*.

        Returns the exit status of its first process, or minus the signal, and the number of kills
        for lack of memory.
        """
        answer = self._ask(messages.Close(number))
        if not isinstance(answer, messages.Closed):
            raise SandboxError("the sandbox's launcher sent an unexpected answer")
        return answer.status, answer.kills

    def close(self) -> None:
        """End the launcher and its boxes; a branch ends only its own boxes."""
        self._channel.close()
        if self._process is not None:
            wait_for(self._process)


def wait_for(process: subprocess.Popen[bytes]) -> int:
    """Wait for a process whose socket is closed, kill it if necessary; return its status."""
    try:
        return process.wait(timeout=ANSWER_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


class BoxStarter(Protocol):
    """Starts boxes' first processes: a :class:`LauncherProcess`, or its counterpart at level E."""

    def prepare(self, program: Program, starter: Mapping[str, bytes]) -> None:
        """Load the trusted part of *program* for all boxes, if that helps. Raises SandboxError."""

    def open(self, request: BoxRequest, descriptor: int) -> int:
        """Start a process that serves *descriptor*; return its number. Raises SandboxError."""

    def end(self, number: int) -> tuple[int, int]:
        """End process *number* and everything that it started.

        Returns its exit status, or minus the signal, and the number of kills for lack of memory.
        """

    def branch(self) -> BoxStarter:
        """Return a starter for a process that is about to be forked. Raises SandboxError."""

    def abandon(self) -> None:
        """Close this process's end of a branch that a fork uses."""

    def close(self) -> None:
        """End all started processes."""


class BoxConnection:
    """The judge's end of a child's pipe."""

    def __init__(
        self, box: LaunchedBox, number: int, channel: socket.socket, frame_bytes: int
    ) -> None:
        self._box = box
        self._number = number
        self._channel = channel
        self._limit = frame_bytes
        self._arrived = frames.Buffer()
        self._outgoing = memoryview(b"")
        self._hung_up = False
        self._overtime = False
        self._ending: ProcessExit | None = None
        channel.setblocking(False)
        self._readable, self._writable, self._either = (
            select.poll(),
            select.poll(),
            select.poll(),
        )
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
                raise ConnectionClosed from None

    def send_ahead(self, calls: bytes) -> None:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        self._outgoing = memoryview(calls)
        self._push()

    def _push(self) -> None:
        """Send as much of the queued frames as the socket accepts now."""
        try:
            while self._outgoing:
                self._outgoing = self._outgoing[self._channel.send(self._outgoing) :]
        except BlockingIOError:
            pass
        except OSError:  # peer closed; receive() will report it
            self._outgoing = memoryview(b"")

    def _wait(self, poll: select.poll, deadline: float) -> None:
        left = deadline - time.monotonic()
        if left <= 0 or not poll.poll(left * 1000 + 1):
            self._overtime = True
            raise DeadlinePassed

    def receive(self, deadline: float) -> bytes:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        payload = self._arrived.next(self._limit)
        while payload is None:
            self._arrived.add(self._part(deadline))
            payload = self._arrived.next(self._limit)
            if payload is None and time.monotonic() > deadline:
                self._overtime = True
                raise DeadlinePassed
        return payload

    def _part(self, deadline: float) -> bytes:
        """Return bytes that arrive before *deadline*."""
        while True:
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
                raise ConnectionClosed
            return part

    def quiet(self) -> bool:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        if self._arrived:
            return False
        try:
            return not self._channel.recv(1, socket.MSG_PEEK)
        except OSError:  # nothing has arrived, or the peer is gone
            return True

    def renew(self, cpu_seconds: float) -> float:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        self._overtime = False
        return self._box.renew_child(self._number, cpu_seconds)

    def finish(self) -> ProcessExit:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        if self._ending is None:
            try:
                self._ending = self._box.end_child(self._number, self._hung_up, self._overtime)
            finally:
                self._channel.close()
        return self._ending


class LaunchedBox:
    """The box of one submission. If its zygote is lost, the next connection gets a new box."""

    def __init__(
        self,
        starter: BoxStarter,
        request: BoxRequest,
        level: Level,
        program: Program,
        limits: Limits,
    ) -> None:
        self.level = level
        self._starter = starter
        self._request = request
        self._program = program
        self._limits = limits
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._number: int | None = None
        self._out_of_memory = False
        """True if memory ran out in a lost box."""
        self._open()

    def _open(self) -> None:
        self._control, its_end = socket.socketpair()
        try:
            self._number = self._starter.open(self._request, its_end.fileno())
        except SandboxError:
            self._control.close()
            raise
        finally:
            its_end.close()
        self._send(messages.LoadProgram(self._program.to_message(), self._request["limits"]))

    def _send(self, message: messages.Message, descriptor: int | None = None) -> None:
        try:
            control.send(self._control, message, descriptor)
        except control.Broken as error:
            self._lose()
            raise SandboxError(f"the sandbox's first process is gone: {error}") from None

    def _answer(self, number: int) -> messages.Child | messages.Renewed | messages.Ended:
        """Return the zygote's answer about child *number*. Raises SandboxError."""
        try:
            received, _ = control.receive(self._control, ANSWER_SECONDS, ANSWER_BYTES)
            answer = messages.parse_from_zygote(received)
        except (control.Broken, WireError) as error:
            self._lose()
            raise SandboxError(f"the sandbox's first process does not answer: {error}") from None
        if isinstance(answer, messages.NotMade):
            raise SandboxError(f"the sandbox failed: {answer.text}")
        if answer.child != number:
            raise self._wrong_answer()
        return answer

    def _wrong_answer(self) -> SandboxError:
        self._lose()
        return SandboxError("the sandbox's first process sent an unexpected answer")

    def _lose(self) -> None:
        """End the current box from outside."""
        self._control.close()
        if self._number is not None:
            number, self._number = self._number, None
            _, kills = self._starter.end(number)
            self._out_of_memory = kills > 0

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
            own_end, its_end = socket.socketpair()
            seconds = self._limits.cpu_seconds if cpu_seconds is None else cpu_seconds
            try:
                self._send(messages.Connect(number, variant, seconds), its_end.fileno())
                its_end.close()
                if not isinstance(self._answer(number), messages.Child):
                    raise self._wrong_answer()
            except SandboxError:
                own_end.close()
                raise
            finally:
                its_end.close()
            return BoxConnection(self, number, own_end, self._limits.frame_kb << 10)

    def change(self, submitted: dict[str, bytes]) -> None:
        """Serve these files of the submission from now on. Raises SandboxError."""
        with self._lock:
            self._program = self._program.with_submission(submitted)
            if self._number is not None:
                self._send(messages.Change(self._program.submitted))

    def renew_child(self, number: int, cpu_seconds: float) -> float:
        """Renew the CPU time of child *number*; return the seconds used since the last renewal."""
        with self._lock:
            if self._number is None:
                raise SandboxError("the sandbox was lost while this check ran")
            self._send(messages.Renew(number, cpu_seconds))
            answer = self._answer(number)
            if not isinstance(answer, messages.Renewed):
                raise self._wrong_answer()
            return float(answer.cpu_seconds)

    def end_child(self, number: int, hung_up: bool, overtime: bool) -> ProcessExit:
        """End child *number*. Raises SandboxError if the box is gone."""
        with self._lock:
            if self._number is None:
                return self._ending_of_lost()
            try:
                self._send(messages.Finish(number, hung_up))
                answer = self._answer(number)
            except SandboxError:
                if self._number is None and self._out_of_memory:
                    return self._ending_of_lost()
                raise
            if not isinstance(answer, messages.Ended):
                raise self._wrong_answer()
        cause, status = _cause_of(answer, hung_up, overtime)
        return ProcessExit(cause, status, float(answer.cpu_seconds), answer.peak_kilobytes / 1024)

    def _ending_of_lost(self) -> ProcessExit:
        if self._out_of_memory:
            return ProcessExit(ExitReason.MEMORY)
        raise SandboxError("the sandbox was lost while this check ran")

    def close(self) -> None:
        """See :class:`~graders.harness.sandbox.interface.Box`."""
        with self._lock:
            self._control.close()
            if self._number is not None:
                number, self._number = self._number, None
                self._starter.end(number)


def _cause_of(ended: messages.Ended, hung_up: bool, overtime: bool) -> tuple[ExitReason, int]:
    """Return the reason why a child ended, and its exit status or signal."""
    if ended.cause == "cpu":
        return ExitReason.CPU, 0
    if overtime:
        return ExitReason.WALL, 0
    if ended.cause in ("memory", "files"):
        return ExitReason(ended.cause), 0
    if ended.by_itself and ended.status < 0:
        return ExitReason.SIGNAL, -ended.status
    if ended.by_itself or hung_up:
        # closing the pipe counts as exit, although the process may linger
        return ExitReason.EXITED, max(0, ended.status)
    return ExitReason.FINISHED, 0


class LaunchedBackend:
    """Boxes of one interpreter at one level, from one launcher."""

    def __init__(
        self,
        name: str,
        starter: BoxStarter,
        level: Level,
        interpreter: str,
        request: BoxRequest | None = None,
    ) -> None:
        """*request*: of every box, except for the limits."""
        self.name = name
        self.level = level
        self.interpreter = interpreter
        self.starter = starter
        self._request = request or box_request(level, Limits())

    def prepare(self, program: Program, starter: Mapping[str, bytes]) -> None:
        """See :class:`~graders.harness.sandbox.interface.Backend`."""
        self.starter.prepare(program, starter)

    def open(self, program: Program, limits: Limits) -> LaunchedBox:
        """See :class:`~graders.harness.sandbox.interface.Backend`."""
        request = self._request.copy()
        request["limits"] = process_limits(limits)
        request["files"] = _FILES[program.trusted, SCRATCH in program.driver]
        return LaunchedBox(self.starter, request, self.level, program, limits)

    def branch(self) -> LaunchedBackend:
        """See :class:`~graders.harness.sandbox.interface.Backend`."""
        return LaunchedBackend(
            self.name,
            self.starter.branch(),
            self.level,
            self.interpreter,
            self._request,
        )

    def abandon(self) -> None:
        """See :class:`~graders.harness.sandbox.interface.Backend`."""
        self.starter.abandon()

    def close(self) -> None:
        """See :class:`~graders.harness.sandbox.interface.Backend`."""
        self.starter.close()
