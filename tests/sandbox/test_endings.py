"""Why a process ended, by what the sandbox answers about it."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest

from graders.harness.inside.modules import SCRATCH, Program
from graders.harness.protocol import control, messages, values
from graders.harness.sandbox.interface import (
    ConnectionClosed,
    ExitReason,
    Level,
    ProcessExit,
    SandboxError,
)
from graders.harness.sandbox.launched import BoxConnection, LaunchedBackend, LaunchedBox
from graders.harness.sandbox.reuse import ReusableProcess, ReusedConnection
from tests.sandbox.conftest import LIMITS

CALL = values.encode_frame(["call", 1, "order", []], 1 << 10)


class Starter:
    """Starts no process: a test answers for it."""

    def __init__(self, kills: int) -> None:
        self.kills = kills
        self.request: Any = None
        self.zygote: socket.socket

    def open(self, request: object, descriptor: int) -> int:
        """Keep the request, and the end of the socket that a box's first process gets."""
        self.request = request
        self.zygote = socket.socket(fileno=os.dup(descriptor))
        return 1

    def end(self, number: int) -> tuple[int, int]:
        """Return that the first process was killed, and the number of kills for lack of memory."""
        return -9, self.kills


@pytest.fixture
def starter(request: pytest.FixtureRequest) -> Starter:
    """A starter whose boxes count as many kills as the test's parameter, or none."""
    return Starter(getattr(request, "param", 0))


@pytest.fixture
def connection(starter: Starter) -> Iterator[BoxConnection]:
    """A connection to a process in a new box, which hangs up at once."""
    given: Any = starter
    request: Any = {"limits": {}}
    box = LaunchedBox(given, request, Level.A, Program({}, {}, {}), LIMITS)
    control.send(starter.zygote, messages.Child(1))
    connection = box.connect("own")
    for _ in ("the program", "the request for a process"):
        _message, descriptor = control.receive(starter.zygote, 10)
    assert descriptor is not None
    os.close(descriptor)
    yield connection
    starter.zygote.close()
    box.close()


@pytest.mark.parametrize("starter", [1, 2], indirect=True)
@pytest.mark.parametrize("lost", ["before it answers", "before it is asked"])
def test_lost_box_with_a_kill_for_lack_of_memory_is_out_of_memory(
    starter: Starter, connection: BoxConnection, lost: str
) -> None:
    if lost == "before it is asked":
        starter.zygote.close()
    else:
        starter.zygote.shutdown(socket.SHUT_WR)
    assert connection.finish().cause is ExitReason.MEMORY


def test_lost_box_without_a_kill_is_a_fault_of_the_sandbox(
    starter: Starter, connection: BoxConnection
) -> None:
    starter.zygote.shutdown(socket.SHUT_WR)
    with pytest.raises(SandboxError):
        connection.finish()


@pytest.mark.parametrize("has_hung_up", [True, False])
def test_process_that_hung_up_and_lingers_has_exited(
    starter: Starter, connection: BoxConnection, has_hung_up: bool
) -> None:
    """It ended its connection by itself. One that was ended by the grader has not."""
    if has_hung_up:
        with pytest.raises(ConnectionClosed):
            connection.receive(time.monotonic() + 10)
    control.send(starter.zygote, messages.Ended(1, False, 0, "", 0.0, 0))
    cause = connection.finish().cause
    assert cause is (ExitReason.EXITED if has_hung_up else ExitReason.FINISHED)


def test_answer_about_another_process_is_a_fault_of_the_sandbox(
    starter: Starter, connection: BoxConnection
) -> None:
    control.send(starter.zygote, messages.Ended(2, False, 0, "", 0.0, 0))
    with pytest.raises(SandboxError, match="unexpected answer"):
        connection.finish()


@pytest.mark.parametrize(
    ("trusted", "needs_files", "files"),
    [
        (False, False, "incidental"),
        (False, True, "needed"),
        (True, False, "nothing"),
        (True, True, "trusted"),
    ],
)
def test_only_the_reference_may_write_without_a_cap(
    starter: Starter, trusted: bool, needs_files: bool, files: str
) -> None:
    given: Any = starter
    driver = {SCRATCH: b""} if needs_files else {}
    program = Program({}, {}, driver)
    program.trusted = trusted
    box = LaunchedBackend("box", given, Level.B, "").open(program, LIMITS)
    assert starter.request["files"] == files
    starter.zygote.close()
    box.close()


def test_second_frame_that_came_with_the_first_is_no_silence() -> None:
    """It would be read as the reply to the next call."""
    own, other = socket.socketpair()
    nothing: Any = None
    connection = BoxConnection(nothing, 1, own, 1 << 10)
    with own, other:
        other.sendall(CALL)
        connection.receive(time.monotonic() + 10)
        assert connection.quiet()
        other.sendall(CALL * 2)
        connection.receive(time.monotonic() + 10)
        assert not connection.quiet()


class Answering:
    """A connection to a reusable process that answers everything it is asked, at once."""

    def __init__(self, reply: bytes = b'["return",1,null]', *, is_quiet: bool = True) -> None:
        self.reply = reply
        self.is_quiet = is_quiet
        self.is_finished = False

    def send_ahead(self, calls: bytes) -> None:
        """Accept them."""

    def send(self, frame: bytes, deadline: float) -> None:
        """Accept it."""

    def receive(self, deadline: float) -> bytes:
        """Return an answer."""
        return self.reply

    def quiet(self) -> bool:
        """Return whether nothing has arrived that was not read."""
        return self.is_quiet

    def renew(self, cpu_seconds: float) -> float:
        """No time was used."""
        return 0.0

    def finish(self) -> ProcessExit:
        """End it."""
        self.is_finished = True
        return ProcessExit(ExitReason.FINISHED)


@pytest.mark.parametrize("is_sent_ahead", [True, False])
@pytest.mark.parametrize("answers", [0, 1, 2])
def test_process_with_an_open_call_does_not_serve_another_check(
    is_sent_ahead: bool, answers: int
) -> None:
    """Of two calls; its answer would arrive in the other check."""
    inner, kept = Answering(), []
    connection = ReusedConnection(inner, 1.0, lambda: kept.append(inner))
    if is_sent_ahead:
        connection.send_ahead(CALL + CALL)
    else:
        connection.send(CALL, 1.0)
        connection.send(CALL, 1.0)
    for _ in range(answers):
        connection.receive(1.0)
    connection.finish()
    assert (inner.is_finished, bool(kept)) == (answers < 2, answers == 2)


@pytest.mark.parametrize(("is_quiet", "is_answered"), [(True, False), (False, False), (True, True)])
def test_process_that_says_more_or_was_answered_does_not_serve_another_check(
    is_quiet: bool, is_answered: bool
) -> None:
    """It may know what the judge said in this one, or have sent an answer for the next one."""
    inner, kept = Answering(is_quiet=is_quiet), []
    connection = ReusedConnection(inner, 1.0, lambda: kept.append(inner))
    connection.send(CALL, 1.0)
    if is_answered:
        connection.send(values.encode_frame(["answer", 1, 3], 1 << 10), 1.0)
    connection.receive(1.0)
    connection.finish()
    assert (inner.is_finished, not kept) == (not is_quiet or is_answered,) * 2


@pytest.mark.parametrize(
    ("reply", "is_quiet", "is_fresh"),
    [
        (b'["fresh",1,true]', True, True),
        (b'["fresh",1,true]', False, False),
        (b'["fresh",1,false]', True, False),
        (b'["fresh",2,true]', True, False),
        (b'["return",1,null]', True, False),
        (b"[", True, False),
    ],
)
def test_reset_is_confirmed_by_its_number_and_nothing_else(
    reply: bytes, is_quiet: bool, is_fresh: bool
) -> None:
    assert ReusableProcess(Answering(reply, is_quiet=is_quiet)).reset() is is_fresh
