"""The loop that reads the messages of a submission's process: the only one.

Two callers send calls through it: a live call (:class:`~graders.harness.session.exchange.Exchange`)
is sent when the one before has ended, and may be answered callbacks; the prefetch
(:mod:`graders.harness.replay.prefetch`) sends many calls ahead, and answers none.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from graders.harness.protocol import messages, values
from graders.harness.result import Cause, CauseKind
from graders.harness.sandbox.interface import (
    Connection,
    ConnectionClosed,
    DeadlinePassed,
    FrameTooLarge,
)
from graders.harness.session.exits import Failure

IDLE_MESSAGES = 200
"""Maximum messages in a call other than its end and answered callbacks.

A program needs one or two for each import. A flood of them would keep the judge busy.
"""

CHANNEL_ABUSE = Cause(CauseKind.CHANNEL_ABUSE)
"""The cause of every unsolicited message; timing decides whether it looks early, late or double."""

End = TypeVar("End")


class CallFailed(Exception):
    """The call ended without a result."""

    def __init__(self, cause: Cause, where: str = "") -> None:
        super().__init__(cause.summary())
        self.failure = Failure(cause, where)


NO_END = (CallFailed, ConnectionClosed, DeadlinePassed, FrameTooLarge, values.WireError)
"""Ways in which a process withholds the end of a call: by a message out of place or a flood of
them, by hanging up, by silence, by a frame that is too large, and by garbage.
"""


class MessageLoop:
    """Sends calls to a process, and reads its messages until each call has ended."""

    def __init__(self, connection: Connection, deadline: float) -> None:
        """deadline: of all calls that are sent (``time.monotonic``)."""
        self.connection = connection
        self.deadline = deadline
        self._idle_left = IDLE_MESSAGES

    def send_call(self, frame: bytes) -> None:
        """Send a call to a process that has ended all earlier ones. Raises one of NO_END."""
        if not self.connection.quiet():
            raise CallFailed(CHANNEL_ABUSE)
        self.send(frame)

    def send(self, frame: bytes) -> None:
        """Send a whole frame. Raises ConnectionClosed or DeadlinePassed."""
        self.connection.send(frame, self.deadline)

    def end_of_call(self, ended: Callable[[bytes], End | None]) -> End:
        """Read messages until *ended* returns the end of the call. Raises one of NO_END.

        ended: called with each message; returns None if the call goes on.
        """
        self._idle_left = IDLE_MESSAGES
        while True:
            end = ended(self.receive())
            if end is not None:
                return end
            if time.monotonic() >= self.deadline:  # stops endless messages
                raise DeadlinePassed

    def receive(self) -> bytes:
        """Return the next message. Raises as :meth:`Connection.receive`."""
        return self.connection.receive(self.deadline)

    def idle(self) -> None:
        """Count a message with which the call goes on. Raises CallFailed for a flood."""
        self._idle_left -= 1
        if self._idle_left < 0:
            raise CallFailed(Cause(CauseKind.MESSAGE_FLOOD))

    def drain(self, calls: int, seconds: float) -> bool:
        """Read until that many *calls* have ended, but not for long; return whether they have.

        A callback ends it: nobody answers. Raises SandboxError.
        """
        soon = min(self.deadline, time.monotonic() + seconds)
        while calls:
            try:
                payload = self.connection.receive(soon)
            except NO_END:
                return False
            if messages.is_callback(payload) or time.monotonic() >= soon:
                return False
            calls -= not messages.is_interim(payload)
        return True
