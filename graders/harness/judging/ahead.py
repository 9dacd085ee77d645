"""Calls that go ahead: a recorded check's calls are sent before anybody makes them.

When the reference was graded, what each check called was kept, and a digest of each reply (:class:`Trace`). A
submission's process is sent all of these calls at once. They are answers to whoever then makes exactly these calls in
this order; for everything else the check must be run live, call by call (:class:`Strayed`).
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Iterator

import msgspec

from graders.harness.sandbox.interface import Connection
from graders.harness.worker import wire

_DIGEST_BYTES = 16


class Leg(msgspec.Struct, frozen=True):
    """The calls that one process answered, and what came back."""

    calls: bytes
    """The frames, one after the other."""
    replies: bytes
    """For each call :func:`digest` of the reply's payload."""

    @property
    def length(self) -> int:
        """How many calls there are."""
        return len(self.replies) // _DIGEST_BYTES

    def digests(self) -> Iterator[bytes]:
        """Yield the digest of each reply."""
        for place in range(0, len(self.replies), _DIGEST_BYTES):
            yield self.replies[place : place + _DIGEST_BYTES]


class Trace(msgspec.Struct, frozen=True):
    """All calls that one run of a check made when the reference was graded: one leg for each process it needed."""

    legs: tuple[Leg, ...]


class Strayed(Exception):
    """The calls that went ahead are not those that the check makes, or the answers are none: it must be run live."""


def digest(payload: bytes) -> bytes:
    """Return a short stand-in for a reply's payload: equal ones, equal bytes."""
    return hashlib.blake2b(payload, digest_size=_DIGEST_BYTES).digest()


class Ahead:
    """What goes ahead in one run of a check: the legs of its trace; false where nothing does."""

    def __init__(self, trace: Trace | None) -> None:
        self._legs = trace.legs if trace is not None else ()
        self._sent = self._called = 0
        """Places of the leg that was sent last, and of the one that calls have come to."""
        self._calls = self._frames()
        """Those of the latter that have not been made yet."""
        self.received: deque[bytes] = deque()
        """Payloads that have been received ahead of the call they answer."""

    def __bool__(self) -> bool:
        return bool(self._legs)

    def _frames(self) -> deque[bytes]:
        return deque(wire.split_frames(self._legs[self._called].calls) if self._legs else ())

    def send(self, connection: Connection) -> None:
        """Send the leg that is next, if there is one, to a fresh process; nothing goes ahead where that cannot be."""
        if self._legs and not connection.send_ahead(self._legs[self._sent].calls):
            self._legs = ()

    @property
    def at_last_process(self) -> bool:
        """Whether calls have come to the last leg."""
        return self._called + 1 == len(self._legs)

    def next_process(self) -> bool:
        """Come to the next leg's calls; return whether they are still to be sent."""
        self._called += 1
        self._calls = self._frames()
        unsent = self._called > self._sent
        self._sent = max(self._sent, self._called)
        return unsent

    def makes(self, frame: bytes) -> bool:
        """Take note that *frame* is called; return whether it is the call that went ahead."""
        return bool(self._calls) and self._calls.popleft() == frame

    def legs(self, start: Callable[[], None]) -> Iterator[Leg]:
        """Yield each leg when its process has been sent it; *start* gets a process for all but the first."""
        for place, leg in enumerate(self._legs):
            if place > self._sent:
                self._sent = place
                start()
            yield leg


class Recorder:
    """Keeps what is called and what comes back, process by process, for the trace of a check."""

    def __init__(self) -> None:
        self.on = False
        self._kept: list[tuple[list[bytes], list[bytes]]] = []

    def forget(self) -> None:
        """Begin anew."""
        self._kept.clear()

    def process(self) -> None:
        """Take note that a fresh process is called from now on."""
        self._kept.append(([], []))

    def keep(self, frame: bytes, payload: bytes) -> None:
        """Take note of one call and of its reply, if anybody wants to know."""
        if self.on:
            calls, replies = self._kept[-1]
            calls.append(frame)
            replies.append(digest(payload))

    def trace(self) -> Trace | None:
        """Return what was called since it began; None if nothing was."""
        if not self._kept or not self._kept[0][0]:
            return None
        return Trace(tuple(Leg(b"".join(calls), b"".join(replies)) for calls, replies in self._kept))
