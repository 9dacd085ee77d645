"""Traces: the calls that a check made when the reference was graded, and a digest of each reply.

A submission that gives the same replies to the same calls gets the same verdict. So recorded calls
can be sent ahead (:mod:`graders.harness.replay.prefetch`), and only checks with other replies run.

A later argument may hold an earlier right answer, such as the next board of a game. So no call is
sent before the answers that it discloses have come (:attr:`ProcessTrace.waits`), and checks are
asked in an order in which no call discloses an answer of a later check (:func:`schedule`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from itertools import pairwise

import msgspec

from graders.harness.protocol import frames, packed, values

DIGEST_BYTES = 16

_BEGINNING = 200
"""Bytes of a call that hold the name of its operation."""

DISCLOSING = 24
"""Characters of a part of a value that can disclose an answer: smaller ones are everywhere."""

DISCLOSING_TO_CHECKS = 32
"""The same between checks: an undivided block stands on the boards of many."""


class ProcessTrace(msgspec.Struct, frozen=True):
    """The calls that one process answered, and digests of its replies."""

    calls: bytes
    """The frames, one after the other."""
    replies: bytes
    """The :func:`digest` of each reply."""
    waits: tuple[int, ...] = ()
    """Indexes of calls that are sent only after all earlier replies."""
    packed_calls: bytes = b""
    """The frames in packed form; empty if the program does not read it, or if the form does not
    tell the replies from others.
    """
    packed_replies: bytes = b""
    """The digests of the packed replies."""

    @property
    def length(self) -> int:
        """The number of calls."""
        return len(self.replies) // DIGEST_BYTES

    def batches(self, calls: bytes) -> Iterator[tuple[bytes, int]]:
        """Yield the frames of *calls* that may be sent at once, and how many they are."""
        if not self.waits:
            yield calls, self.length
            return
        parts = frames.split(calls)
        for start, end in zip((0, *self.waits), (*self.waits, len(parts)), strict=True):
            yield b"".join(parts[start:end]), end - start


class Trace(msgspec.Struct, frozen=True):
    """The calls of one run of a check on the reference, a part for each process it needed."""

    processes: tuple[ProcessTrace, ...]
    within: str = ""
    """The check whose calls begin with all of these, if there is one: it is asked for both."""
    discloses: tuple[str, ...] = ()
    """Checks to which the calls hold answers: these are decided before the calls are sent."""

    @property
    def calls(self) -> int:
        """The number of calls."""
        return sum(process.length for process in self.processes)

    @property
    def operation(self) -> bytes:
        """The operation of the first call."""
        beginning = self.processes[0].calls[: frames.HEADER.size + _BEGINNING]
        return beginning.split(b'"')[3]


class Disclosure(msgspec.Struct, frozen=True):
    """Parts of values in a check's calls, and those that stand in its replies alone."""

    asked: frozenset[str]
    answered: frozenset[str]


def digest(payload: bytes) -> bytes:
    """Return a digest of a reply's payload."""
    return hashlib.blake2b(payload, digest_size=DIGEST_BYTES).digest()


def packed_digest(payload: bytes) -> bytes | None:
    """Return the digest that a reply has in packed form; None if that does not tell it from others.

    payload: the reply as JSON.
    """
    reply = values.decode(payload)
    frame = packed.pack(reply, len(payload) << 3) if packed.is_exact(reply) else None
    return None if frame is None else digest(frame[frames.HEADER.size :])


def digest_at(joined: bytes, index: int) -> bytes:
    """Return the digest number *index*, from 0, of those that *joined* holds in a row."""
    return joined[DIGEST_BYTES * index : DIGEST_BYTES * (index + 1)]


def digests(joined: bytes) -> list[bytes]:
    """Return the digests that *joined* holds one after the other."""
    return [joined[place : place + DIGEST_BYTES] for place in range(0, len(joined), DIGEST_BYTES)]


class CallRecorder:
    """Observes one run of a check on the reference, and makes its trace."""

    def __init__(self, *, packs: bool) -> None:
        """packs: whether the program reads calls in packed form, as Python's do."""
        self._packs = packs
        self._processes: list[list[tuple[bytes, bytes]]] = []
        self._has_failed = False
        self.first_import = ""
        """The module that the first call imports first; "" if it imports none."""

    def run_started(self) -> None:
        """See :class:`~graders.harness.session.plan.Observer`."""
        self._processes.clear()
        self._has_failed = False
        self.first_import = ""

    def process_started(self) -> None:
        """See :class:`~graders.harness.session.plan.Observer`."""
        self._processes.append([])

    def importing(self, module: str) -> None:
        """See :class:`~graders.harness.session.plan.Observer`."""
        self.first_import = self.first_import or module

    def answered(self, frame: bytes, payload: bytes, *, returned: bool) -> None:
        """See :class:`~graders.harness.session.plan.Observer`."""
        self._has_failed = self._has_failed or not returned
        self._processes[-1].append((frame, payload))

    def trace(self) -> tuple[Trace, Disclosure] | None:
        """Return the trace and what it discloses.

        None if there was no call, or one without a result: a check may want just that.
        """
        if self._has_failed or not self._processes or not self._processes[0]:
            return None
        asked: set[str] = set()
        answered: set[str] = set()
        traces = tuple(self._process_trace(calls, asked, answered) for calls in self._processes)
        return Trace(traces), Disclosure(_large(asked), _large(answered))

    def _process_trace(
        self, calls: list[tuple[bytes, bytes]], asked: set[str], answered: set[str]
    ) -> ProcessTrace:
        """Return the trace of one process; add parts of its values to *asked* and *answered*."""
        waits = []
        undisclosed: set[str] = set()
        packed_calls: list[bytes] = []
        packed_replies: list[bytes | None] = []
        for index, (frame, payload) in enumerate(calls):
            call = values.decode(frame[frames.HEADER.size :])
            reply = values.decode(payload)
            if self._packs:
                packed_calls.append(packed.pack(call, len(frame) << 3) or frame)
                packed_replies.append(packed_digest(payload))
            arguments = parts_of(call[3])
            if arguments & undisclosed:
                waits.append(index)
                undisclosed.clear()
            asked |= arguments
            new = parts_of(reply[2]) - asked
            undisclosed |= new
            answered |= new
        digested = [part for part in packed_replies if part is not None]
        if len(digested) < len(calls):
            packed_calls, digested = [], []
        return ProcessTrace(
            b"".join(frame for frame, _ in calls),
            b"".join(digest(payload) for _, payload in calls),
            tuple(waits),
            b"".join(packed_calls),
            b"".join(digested),
        )


def _large(parts: set[str]) -> frozenset[str]:
    return frozenset(part for part in parts if len(part) >= DISCLOSING_TO_CHECKS)


def schedule(disclosures: Mapping[str, Disclosure]) -> list[str]:
    """Return checks in an order in which no call discloses an answer of a later check.

    disclosures: what each check discloses, by its id. Checks that disclose each other's answers are
    left out.
    """
    order: list[str] = []
    left = dict(disclosures)
    while left:
        first = [key for key in left if not _discloses_a_later_answer(key, left)]
        if not first:
            return order
        order += first
        for key in first:
            del left[key]
    return order


def beginnings(traces: Mapping[str, Trace]) -> dict[str, str]:
    """Return which checks make a beginning of another check's calls: the shorter -> the longest."""
    calls = {
        key: trace.processes[0].calls for key, trace in traces.items() if len(trace.processes) == 1
    }
    longer: dict[str, str] = {}
    for before, key in pairwise(sorted(calls, key=calls.__getitem__, reverse=True)):
        if calls[before].startswith(calls[key]):
            longer[key] = longer.get(before, before)
    return longer


def _discloses_a_later_answer(key: str, left: Mapping[str, Disclosure]) -> bool:
    asked = left[key].asked
    return any(asked & other.answered for name, other in left.items() if name != key)


_SIMPLE = frozenset([int, bool, float, type(None)])


def parts_of(value: object) -> set[str]:
    """Return the lists, tables and texts in a plain value that are large enough to disclose it.

    Each is written as ``repr`` writes it.
    """
    parts: set[str] = set()
    _written(value, parts)
    return parts


def _written(value: object, parts: set[str]) -> str:
    """Return ``repr(value)``, put together from that of its parts; add large ones to *parts*."""
    if isinstance(value, list | tuple):
        text = _written_sequence(value, parts)
    elif isinstance(value, dict):
        pairs = [f"{key!r}: {_written(part, parts)}" for key, part in value.items()]
        text = f"{{{', '.join(pairs)}}}"
    else:
        text = repr(value)
        if not isinstance(value, str | bytes):
            return text
    if len(text) >= DISCLOSING:
        parts.add(text)
    return text


def _written_sequence(value: list[object] | tuple[object, ...], parts: set[str]) -> str:
    if _SIMPLE.issuperset(map(type, value)):
        return repr(value)
    inner = ", ".join([_written(part, parts) for part in value])
    if isinstance(value, list):
        return f"[{inner}]"
    return f"({inner})" if len(value) > 1 else f"({inner},)"
