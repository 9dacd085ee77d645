"""Processes that serve several checks, if starting a process is slow or the program is trusted.

Between two checks such a process is reset as far as possible. This is a convenience, not a
boundary, so no message to a student depends on its replies. A process that was interrupted, got an
answer to a callback, or does not confirm the reset is not used again.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Generic, TypeVar

from graders.harness.protocol import frames, messages, values
from graders.harness.sandbox.interface import (
    Box,
    Connection,
    ConnectionClosed,
    DeadlinePassed,
    ExitReason,
    FrameTooLarge,
    Level,
    ProcessExit,
)

FRESH_SECONDS = 5.0
"""Wall time limit for the reset of a process, which is otherwise ended and replaced."""
ANSWER_SECONDS = 60.0
"""Wall time limit for work of a process that does not run the submission's code."""
_MESSAGE_BYTES = 1 << 10


class ReusableProcess:
    """A process that may serve several checks."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._times = 0

    def reset(self, seconds: float = ANSWER_SECONDS) -> bool:
        """Reset the process within *seconds*; return whether it may be used again."""
        return self.confirms(messages.Fresh(self.next_number()), seconds, _MESSAGE_BYTES)

    def next_number(self) -> int:
        """Return the number of the next message that the process confirms."""
        self._times += 1
        return self._times

    def confirms(self, message: messages.Message, seconds: float, most_bytes: int) -> bool:
        """Send *message*, with the last number; return whether it is confirmed in *seconds*."""
        deadline = time.monotonic() + seconds
        try:
            self.connection.send(
                values.encode_frame(messages.to_list(message), most_bytes), deadline
            )
            answer = messages.parse_reply(values.decode(self.connection.receive(deadline)))
        except (ConnectionClosed, DeadlinePassed, FrameTooLarge, values.WireError):
            return False
        return answer == messages.Reset(self._times, True) and self.connection.quiet()


Process = TypeVar("Process", bound=ReusableProcess)


class IdleProcess(Generic[Process]):
    """The process that a box keeps for another check, if any.

    There is at most one, because several would share the limits of the box.
    """

    def __init__(self) -> None:
        self._used: Process | None = None

    def keep(self, used: Process) -> None:
        """Keep *used*, which has answered all its calls."""
        self.end()
        self._used = used

    def take(
        self,
        cpu_seconds: float,
        reset: Callable[[Process], bool] = lambda used: used.reset(FRESH_SECONDS),
    ) -> Process | None:
        """Return the idle process, *reset* and with *cpu_seconds* left, or None."""
        used, self._used = self._used, None
        if used is None:
            return None
        if reset(used):
            used.connection.renew(cpu_seconds)
            return used
        used.connection.finish()
        return None

    def end(self) -> None:
        """End the process, if there is one."""
        if self._used is not None:
            used, self._used = self._used, None
            used.connection.finish()


class ReusedConnection:
    """A pipe to a reusable process for the duration of one check."""

    def __init__(
        self,
        used: Connection,
        seconds: float,
        keep: Callable[[], None],
        spent: float = 0.0,
    ) -> None:
        """*keep* is called if the process has answered all calls and may serve another check.

        spent: CPU time that was used for the program before, for compiling; its end reports it.
        """
        self._inner = used
        self._seconds = seconds
        self._keep = keep
        self._spent = spent
        self._open_calls = 0
        self._sound = True
        """True if it may serve another check: not interrupted, and without an answered callback."""
        self._ending: ProcessExit | None = None

    def send_ahead(self, calls: bytes) -> None:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        self._inner.send_ahead(calls)
        self._open_calls += len(frames.split(calls))

    def send(self, frame: bytes, deadline: float) -> None:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        self._open_calls += frame.startswith(b'["call"', frames.HEADER.size)
        self._sound = self._sound and not frame.startswith(b'["answer"', frames.HEADER.size)
        self._inner.send(frame, deadline)

    def receive(self, deadline: float) -> bytes:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        try:
            payload = self._inner.receive(deadline)
        except BaseException:
            self._sound = False
            raise
        self._open_calls -= not messages.is_interim(payload)
        return payload

    def quiet(self) -> bool:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        return self._inner.quiet()

    def renew(self, cpu_seconds: float) -> float:
        """See :class:`~graders.harness.sandbox.interface.Connection`."""
        return self._inner.renew(cpu_seconds)

    def finish(self) -> ProcessExit:
        """See the interface. A process that has answered all calls is kept for another check."""
        if self._ending is None:
            if self._sound and self._open_calls == 0 and self._inner.quiet():
                ending = ProcessExit(ExitReason.FINISHED, 0, self._inner.renew(self._seconds))
                self._keep()
            else:
                ending = self._inner.finish()
            self._ending = replace(ending, cpu_seconds=ending.cpu_seconds + self._spent)
        return self._ending


class ReusingBox:
    """A box of the reference, whose processes serve one check after another."""

    def __init__(self, inner: Box) -> None:
        self.level: Level = inner.level
        self._inner = inner
        self._spare = IdleProcess[ReusableProcess]()
        self._variant = ""
        """The variant of the idle process."""

    def connect(
        self,
        variant: str,
        cpu_seconds: float | None = None,
        reuse: bool = False,
        last: bool = False,
    ) -> Connection:
        """See :class:`~graders.harness.sandbox.interface.Box`.

        With *reuse*, a process serves several checks of one variant.
        """
        if not reuse or cpu_seconds is None:
            self._spare.end()
            return self._inner.connect(variant, cpu_seconds, last=last)
        if variant != self._variant:
            self._spare.end()
            self._variant = variant
        used = self._spare.take(cpu_seconds)
        if used is None:
            used = ReusableProcess(self._inner.connect(variant, cpu_seconds))
            if not used.reset():  # the next call will report why
                return used.connection
        return ReusedConnection(
            used.connection, cpu_seconds, functools.partial(self._spare.keep, used)
        )

    def close(self) -> None:
        """See :class:`~graders.harness.sandbox.interface.Box`."""
        self._spare.end()
        self._inner.close()
