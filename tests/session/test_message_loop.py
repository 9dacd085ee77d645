"""The one loop that reads a process's messages ends, whatever the process sends."""

from __future__ import annotations

import time
from typing import Any

import pytest

from graders.harness.result import CauseKind
from graders.harness.sandbox.interface import ConnectionClosed, DeadlinePassed
from graders.harness.session.message_loop import IDLE_MESSAGES, CallFailed, MessageLoop

ENDED, IMPORTED, ASKED = b'["return",1,0]', b'["imported",1,"m"]', b'["ask",1,1,"f",[]]'


class Script:
    """A connection to a process that sends these messages, and hangs up."""

    def __init__(self, *messages: bytes) -> None:
        self.messages = list(messages)
        self.sent: list[bytes] = []

    def receive(self, deadline: float) -> bytes:
        """See `Connection`."""
        if not self.messages:
            raise ConnectionClosed
        return self.messages.pop(0)

    def quiet(self) -> bool:
        """See `Connection`."""
        return not self.messages

    def send(self, frame: bytes, deadline: float) -> None:
        """See `Connection`."""
        self.sent.append(frame)


def loop_over(*messages: bytes, seconds: float = 60.0) -> MessageLoop:
    """Return a loop over a script."""
    connection: Any = Script(*messages)
    return MessageLoop(connection, time.monotonic() + seconds)


def counting(loop: MessageLoop, payload: bytes) -> bytes | None:
    """Take messages of imports as idle."""
    if payload != IMPORTED:
        return payload
    loop.idle()
    return None


def test_call_goes_on_until_a_message_ends_it() -> None:
    loop = loop_over(IMPORTED, IMPORTED, ENDED)
    assert loop.end_of_call(lambda payload: counting(loop, payload)) == ENDED


def test_flood_of_messages_ends_each_call_by_itself() -> None:
    """The number is of one call: a check has many."""
    most = [IMPORTED] * IDLE_MESSAGES
    loop = loop_over(*most, ENDED, *most, ENDED, *most, IMPORTED)
    for _ in range(2):
        assert loop.end_of_call(lambda payload: counting(loop, payload)) == ENDED
    with pytest.raises(CallFailed) as failed:
        loop.end_of_call(lambda payload: counting(loop, payload))
    assert failed.value.failure.cause.kind is CauseKind.MESSAGE_FLOOD


def test_endless_messages_end_at_the_deadline() -> None:
    """Even of those that are always answered."""
    loop = loop_over(ASKED, ASKED, seconds=-1.0)
    with pytest.raises(DeadlinePassed):
        loop.end_of_call(lambda payload: None)


def test_call_is_not_sent_to_a_process_that_has_spoken_unasked() -> None:
    """The message would be read as its reply."""
    connection: Any = Script(ENDED)
    loop = MessageLoop(connection, time.monotonic() + 60.0)
    with pytest.raises(CallFailed) as failed:
        loop.send_call(b"frame")
    assert failed.value.failure.cause.kind is CauseKind.CHANNEL_ABUSE
    assert connection.sent == []


@pytest.mark.parametrize(
    ("messages", "seconds", "is_empty"),
    [
        ((ENDED, IMPORTED, ENDED), 60.0, True),
        ((ENDED,), 60.0, False),
        ((ENDED, ASKED, ENDED), 60.0, False),
        ((ENDED, ENDED), 0.0, False),
    ],
)
def test_drain_reads_what_is_left_and_waits_for_nobody(
    messages: tuple[bytes, ...], seconds: float, is_empty: bool
) -> None:
    assert loop_over(*messages).drain(2, seconds) is is_empty
