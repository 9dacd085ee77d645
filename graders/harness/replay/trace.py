"""What a check asked when the reference was graded: its calls, and a digest of each reply.

A submission that gives the same answers to the same calls gets the same verdict. So a recorded
check can be asked without being run (:mod:`graders.harness.replay.scout`), and only what is
answered otherwise is looked at.

A later argument may hold an earlier right answer, such as the next board of a game. So no call is
sent before the answers that it tells have come (:attr:`Leg.waits`), and checks are asked in an
order in which no call tells the answer of a check that is still to come (:func:`in_order`); where
there is none, they are shared out among several processes. Checks that ask the same at first need
not be asked twice: they stand beside each other (:func:`side_by_side`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from graders.harness.protocol import frames, packed, values

_DIGEST_BYTES = 16
NOTHING = bytes(_DIGEST_BYTES)
"""A digest that nothing has."""


class Leg(msgspec.Struct, frozen=True):
    """The calls that one process answered, and what came back."""

    calls: bytes
    """The frames, one after the other."""
    replies: bytes
    """For each call :func:`digest` of the reply's payload."""
    waits: tuple[int, ...] = ()
    """Places of calls that are not sent before all earlier ones are answered."""
    packed: bytes = b""
    """The same as *replies* for their packed form, where calls have it; NOTHING where it tells no
    values apart.
    """

    @property
    def length(self) -> int:
        """How many calls there are."""
        return len(self.replies) // _DIGEST_BYTES

    def digests(self) -> list[tuple[bytes, bytes]]:
        """Return the digests of each reply: in either form, the packed one last."""
        places = range(0, len(self.replies), _DIGEST_BYTES)
        return [
            (
                self.replies[place : place + _DIGEST_BYTES],
                self.packed[place : place + _DIGEST_BYTES],
            )
            for place in places
        ]

    def parts(self, one_by_one: bool = False) -> Iterator[tuple[bytes, range]]:
        """Yield, part by part, the calls that may be sent at once and their places.

        *one_by_one*: each waits, since a process that asks back takes what it reads next for the
        answer.
        """
        waits = tuple(range(1, self.length)) if one_by_one else self.waits
        if not waits:
            yield self.calls, range(self.length)
            return
        calls = frames.split(self.calls)
        for start, end in zip((0, *waits), (*waits, len(calls)), strict=True):
            yield b"".join(calls[start:end]), range(start, end)


class Trace(msgspec.Struct, frozen=True):
    """All calls that one run of a check made when the reference was graded: one leg for each
    process it needed.
    """

    legs: tuple[Leg, ...]
    process: int = 0
    """Number of the process that is asked it: checks whose calls tell each other's answers have
    different ones.
    """
    asks: bool = False
    """Whether the reference's process asked back."""

    @property
    def calls(self) -> int:
        """How many calls there are."""
        return sum(leg.length for leg in self.legs)


class Telling(msgspec.Struct, frozen=True):
    """What the calls of a check tell others, and what only its answers do: parts of values, see
    :func:`parts_of`.
    """

    asked: frozenset[str]
    answered: frozenset[str]


def digest(payload: bytes) -> bytes:
    """Return a short stand-in for a reply's payload: equal ones, equal bytes."""
    return hashlib.blake2b(payload, digest_size=_DIGEST_BYTES).digest()


def _packed_digest(reply: list[Any], limit: int) -> bytes:
    """Return the digest of a reply in packed form, of at most *limit* bytes; NOTHING where it
    cannot be told by it.
    """
    frame = packed.pack(reply, limit) if packed.is_exact(reply) else None
    return NOTHING if frame is None else digest(frame[frames.HEADER.size :])


class Recorder:
    """Keeps what is called and what comes back, process by process, for the trace of a check."""

    def __init__(self) -> None:
        self.on = False
        self.packs = False
        """Whether the calls will be asked in packed form: by Python."""
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

    def trace(self, asks: bool) -> tuple[Trace, Telling] | None:
        """Return what was called since it began, and what that tells; None if nothing was.

        *asks*: whether any of the processes asked back.
        """
        if not self._kept or not self._kept[0][0]:
            return None
        legs, asked, new = [], set[str](), set[str]()
        for calls, replies in self._kept:
            waits, untold = [], set[str]()
            asked_frames, compared = [], []
            for place, (frame, payload) in enumerate(zip(calls, replies, strict=True)):
                call = values.decode(frame[frames.HEADER.size :])
                reply = values.decode(payload)
                asked_frames.append(
                    (packed.pack(call, len(frame) << 3) if self.packs else None) or frame
                )
                compared.append(_packed_digest(reply, len(payload) << 3) if self.packs else b"")
                given = parts_of(call[3])
                if given & untold:
                    waits.append(place)
                    untold.clear()
                asked |= given
                answer = parts_of(reply[2]) - asked
                untold |= answer
                new |= answer
            legs.append(
                Leg(
                    b"".join(asked_frames),
                    b"".join(map(digest, replies)),
                    tuple(waits),
                    b"".join(compared),
                )
            )
        return Trace(tuple(legs), asks=asks), Telling(
            *(frozenset(part for part in parts if len(part) >= LARGE) for parts in (asked, new))
        )


def in_order(told: Mapping[str, Telling]) -> list[list[str]]:
    """Return, process by process, which checks it can be asked, in an order in which none tells
    another's answers.

    *told*: by a check's key what it tells. No check comes after one whose calls tell an answer of
    it. Where checks tell each other's answers, those whose answers most others tell are left to the
    next process until there is an order.
    """
    processes = []
    left = dict(told)
    while left:
        order = _in_one(left)
        processes.append(order)
        for key in order:
            del left[key]
    return processes


def _in_one(told: Mapping[str, Telling]) -> list[str]:
    """Return as many checks as one process can be asked, in order."""
    tellers = {
        key: {other for other, its in told.items() if other != key and its.asked & telling.answered}
        for key, telling in told.items()
    }
    order: list[str] = []
    left = dict.fromkeys(told)
    while left:
        telling_some = set[str]().union(*(tellers[key] for key in left))
        first = [key for key in left if key not in telling_some]
        order += first
        for key in first or [max(left, key=lambda key: (len(tellers[key] & left.keys()), key))]:
            del left[key]
    return order


def side_by_side(order: Sequence[str], traces: Mapping[str, Trace]) -> list[str]:
    """Return *order* with every check moved right behind one whose calls begin with all of its own,
    if there is one.

    Its answers are among that one's, so that no check in between tells them. Checks that need more
    than one process stay where they are.
    """
    calls = {key: traces[key].legs[0].calls for key in order if len(traces[key].legs) == 1}
    longer: dict[str, str] = {}
    for before, key in pairwise(sorted(calls, key=calls.__getitem__, reverse=True)):
        if calls[before].startswith(calls[key]):
            longer[key] = longer.get(before, before)
    return [
        key
        for first in order
        if first not in longer
        for key in (first, *(other for other in order if longer.get(other) == first))
    ]


LEAST = 24
"""Characters of a part that is told: smaller ones stand in too many places to tell anything."""
LARGE = 32
"""The same where one check might tell another's answer: a block that is not divided stands on the
boards of many.
"""


_NUMBERS = frozenset([int, bool, float, type(None)])


def parts_of(value: object) -> set[str]:
    """Return the lists, tables and texts in a plain value that are large enough to tell what an
    answer is.

    Each as ``repr`` shows it.
    """
    found: set[str] = set()
    _shown(value, found)
    return found


def _shown(value: object, found: set[str]) -> str:
    """Return how *value* is shown, put together from how its parts are; what is large enough comes
    to *found*.
    """
    if isinstance(value, list | tuple):
        if _NUMBERS.issuperset(map(type, value)):
            shown = repr(value)
        else:
            inner = ", ".join([_shown(part, found) for part in value])
            shown = (
                f"[{inner}]"
                if isinstance(value, list)
                else f"({inner})"
                if len(value) > 1
                else f"({inner},)"
            )
    elif isinstance(value, dict):
        shown = (
            f"{{{', '.join([f'{key!r}: {_shown(part, found)}' for key, part in value.items()])}}}"
        )
    else:
        shown = repr(value)
        if not isinstance(value, str | bytes):
            return shown
    if len(shown) >= LEAST:
        found.add(shown)
    return shown
