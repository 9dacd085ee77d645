"""Processes that may serve more than one check: where processes are dear, and where programs are
trusted.

Between two checks such a process is told to be as fresh as it can. That is a convenience and no
boundary: nothing that it says of a submission is told. One that was interrupted, was answered a
question, or does not say that it is fresh, is not used again.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from graders.harness.inside import wire
from graders.harness.sandbox.interface import (
    Box,
    Cause,
    Closed,
    Connection,
    DeadlinePassed,
    Ending,
    FrameTooLarge,
    Level,
)

FRESH_SECONDS = 5.0
"""Wall time for a used process to say that it is fresh: one that does not is ended, and costs the
start of another.
"""
ANSWER_SECONDS = 60.0
"""Wall time for what a process does without running the submission's code."""
_MESSAGE_BYTES = 1 << 10


class Used:
    """A process that may serve more than one check."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._times = 0

    def made_fresh(self, seconds: float = ANSWER_SECONDS) -> bool:
        """Have it forget what it can, within *seconds*; say whether it may be used again."""
        self._times += 1
        deadline = time.monotonic() + seconds
        try:
            self.connection.send(
                wire.encode_frame(["fresh", self._times], _MESSAGE_BYTES), deadline
            )
            answer = wire.decode_frame(self.connection.receive(deadline))
        except (Closed, DeadlinePassed, FrameTooLarge, wire.WireError):
            return False
        return answer == ["fresh", self._times, True] and self.connection.quiet()


Kept = TypeVar("Kept", bound=Used)


class Spare(Generic[Kept]):
    """The process that a box keeps for another check, if there is one; never two: they share what
    the box may have.
    """

    def __init__(self) -> None:
        self._used: Kept | None = None

    def keep(self, used: Kept) -> None:
        """Keep *used*, which has done all it was asked to."""
        self.let_go()
        self._used = used

    def taken(self, cpu_seconds: float) -> Kept | None:
        """Return the process, made fresh and with so much CPU time to go; None if there is none, or
        it is of no use.
        """
        used, self._used = self._used, None
        if used is None:
            return None
        if used.made_fresh(FRESH_SECONDS):
            used.connection.renew(cpu_seconds)
            return used
        used.connection.finish()
        return None

    def let_go(self) -> None:
        """End the process, if there is one."""
        if self._used is not None:
            used, self._used = self._used, None
            used.connection.finish()


class UsedConnection:
    """A pipe to such a process, for as long as one check needs it."""

    def __init__(self, used: Connection, seconds: float, keep: Callable[[], None]) -> None:
        """*keep* is called when it has answered everything and may serve another check."""
        self._inner = used
        self._seconds = seconds
        self._keep = keep
        self._open_calls = 0
        self._sound = True
        """Whether it may serve others: it has not been interrupted, and was told no answer of the
        judge's.
        """
        self._ending: Ending | None = None

    def send_ahead(self, frames: bytes) -> None:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        self._inner.send_ahead(frames)
        self._open_calls += len(wire.split_frames(frames))

    def send(self, frame: bytes, deadline: float) -> None:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        self._open_calls += frame.startswith(b'["call"', wire.HEADER.size)
        self._sound = self._sound and not frame.startswith(b'["answer"', wire.HEADER.size)
        self._inner.send(frame, deadline)

    def receive(self, deadline: float) -> bytes:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        try:
            payload = self._inner.receive(deadline)
        except BaseException:
            self._sound = False
            raise
        self._open_calls -= not payload.startswith((b'["ask"', b'["import'))
        return payload

    def quiet(self) -> bool:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        return self._inner.quiet()

    def renew(self, cpu_seconds: float) -> float:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        return self._inner.renew(cpu_seconds)

    def finish(self) -> Ending:
        """See the interface; a process that has answered everything is kept for another check."""
        if self._ending is None:
            if self._sound and self._open_calls == 0 and self._inner.quiet():
                self._ending = Ending(Cause.FINISHED, 0, self._inner.renew(self._seconds))
                self._keep()
            else:
                self._ending = self._inner.finish()
        return self._ending


class ReusingBox:
    """A box of a program that is ours, the reference, whose processes serve one check after the
    other.
    """

    def __init__(self, inner: Box) -> None:
        self.level: Level = inner.level
        self._inner = inner
        self._spare = Spare[Used]()
        self._variant = ""
        """That of the process which is kept."""

    def connect(
        self,
        variant: str,
        cpu_seconds: float | None = None,
        reuse: bool = False,
        last: bool = False,
    ) -> Connection:
        """See :class:`~graders.harness.sandbox.interface.Box`. With *reuse*, a process serves
        checks of one variant.
        """
        if not reuse or cpu_seconds is None:
            self._spare.let_go()
            return self._inner.connect(variant, cpu_seconds, last=last)
        if variant != self._variant:
            self._spare.let_go()
            self._variant = variant
        used = self._spare.taken(cpu_seconds)
        if used is None:
            used = Used(self._inner.connect(variant, cpu_seconds))
            if not used.made_fresh():  # it says nothing: whoever calls it will see why
                return used.connection
        return UsedConnection(
            used.connection, cpu_seconds, functools.partial(self._spare.keep, used)
        )

    def close(self) -> None:
        """See :class:`~graders.harness.sandbox.interface.Box`."""
        self._spare.let_go()
        self._inner.close()
