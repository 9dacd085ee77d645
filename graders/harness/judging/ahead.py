"""Calls that go ahead: a recorded check's calls are sent before anybody makes them.

When the reference was graded, what each check called was kept, and a digest of each reply (:class:`Trace`). A
submission's process is sent these calls many at once, and they are answers to whoever then makes exactly these calls
in this order; for everything else the check must be run live, call by call (:class:`Strayed`).

A later argument may hold an earlier right answer, such as the next board of a game. So no call is sent before the
answers that it tells have come (:attr:`Leg.waits`), and a check of which the calls of another check tell an answer is
not asked of a process that has served another (:attr:`Trace.fresh`). Both are found out when the reference is graded.
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
    waits: tuple[int, ...] = ()
    """Places of calls that are not sent before all earlier ones are answered."""

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
    fresh: bool = False
    """Whether it takes a process that has served no other check: a whole program was run, or others' calls tell."""


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
        self._calls = self._frames(self._called)
        """Those of the latter that have not been made yet."""
        self._waiting: deque[bytes] = deque()
        """What is still to be sent of the leg that was sent last."""
        self._asked = 0
        """How many of its calls have been sent."""
        self.received: deque[bytes] = deque()
        """Payloads that have been received ahead of the call they answer."""

    def __bool__(self) -> bool:
        return bool(self._legs)

    def _frames(self, leg: int) -> deque[bytes]:
        return deque(wire.split_frames(self._legs[leg].calls) if self._legs else ())

    def send(self, connection: Connection) -> None:
        """Send what may be sent of the next leg, if there is one, to a fresh process; nothing if that cannot be."""
        self._waiting = self._frames(self._sent)
        self._asked = 0
        if self._legs and not self._go_on(connection):
            self._legs = ()

    def reach(self, number: int, connection: Connection) -> None:
        """See to it that so many calls of the leg are sent, now that all earlier ones are answered."""
        while self._waiting and self._asked < number:
            self._go_on(connection)

    @property
    def at_sent(self) -> bool:
        """Whether calls have come to the leg that was sent last."""
        return self._called == self._sent

    def _go_on(self, connection: Connection) -> bool:
        """Send the calls up to the next that has to wait."""
        waits = self._legs[self._sent].waits
        part = [self._waiting.popleft()]
        self._asked += 1
        while self._waiting and self._asked not in waits:
            part.append(self._waiting.popleft())
            self._asked += 1
        return connection.send_ahead(b"".join(part))

    @property
    def at_last_process(self) -> bool:
        """Whether calls have come to the last leg."""
        return self._called + 1 == len(self._legs)

    def next_process(self) -> bool:
        """Come to the next leg's calls; return whether they are still to be sent."""
        self._called += 1
        self._calls = self._frames(self._called)
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
            replies.append(payload)

    def trace(self, programs: bool, told: set[str]) -> Trace | None:
        """Return what was called since it began; None if nothing was.

        programs: whether one of the calls runs a whole program; told: parts of what was asked in checks before, to
        which those of this one are added where it may share a process with them.
        """
        if not self._kept or not self._kept[0][0]:
            return None
        legs, asked, new = [], set[str](), set[str]()
        for calls, replies in self._kept:
            waits, untold = [], set[str]()
            for place, (frame, payload) in enumerate(zip(calls, replies, strict=True)):
                given = parts_of(wire.decode_frame(frame[wire.HEADER.size :])[3])
                if given & untold:
                    waits.append(place)
                    untold.clear()
                asked |= given
                answer = parts_of(wire.decode_frame(payload)[2]) - asked
                untold |= answer
                new |= answer
            legs.append(Leg(b"".join(calls), b"".join(map(digest, replies)), tuple(waits)))
        fresh = programs or bool(new & told)
        if not fresh:
            told |= asked
        return Trace(tuple(legs), fresh)


LEAST = 24
"""Characters of a part that is told: smaller ones stand in too many places to tell anything."""


def parts_of(value: object) -> set[str]:
    """Return the lists, tables and texts in a plain value that are large enough to tell what an answer is."""
    found = set()
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list | tuple | dict):
            waiting += one.values() if isinstance(one, dict) else one
        elif not isinstance(one, str | bytes):
            continue
        shown = repr(one)
        if len(shown) >= LEAST:
            found.add(shown)
    return found
