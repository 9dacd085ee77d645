"""The prefetch: one process of the submission gets the recorded calls of many checks, ahead of
them.

A check whose replies all have the recorded digests has passed, without being run. A check whose
calls all have results, though other ones, may be run on these results. Every other check runs in a
process of its own, and that run decides.

Between two checks the process is reset as well as it can be. That is a convenience and no boundary:
students are shown no message of a prefetch. The replies of a live process to the same calls are
compared with the prefetch (:class:`ReplyComparison`). If one differs, the program is
nondeterministic, and no check of that visibility passes by the prefetch. So a program gains nothing
by telling a prefetch from a live run.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from graders.harness.assignment.process_limits import Limits
from graders.harness.protocol import frames, messages, packed, values
from graders.harness.replay.trace import (
    ProcessTrace,
    Trace,
    digest,
    digest_at,
    digests,
    packed_digest,
)
from graders.harness.sandbox.interface import (
    Box,
    Connection,
    ConnectionClosed,
    DeadlinePassed,
    ExitReason,
    ProcessExit,
)
from graders.harness.session.exits import RESOURCES
from graders.harness.session.message_loop import (
    CHANNEL_ABUSE,
    NO_END,
    CallFailed,
    MessageLoop,
)
from graders.harness.session.operations import Operations
from graders.harness.session.plan import OWN

SECONDS = 2.0
"""Wall time for a check's calls, at least; each check that was late halves it."""

CPU_SECONDS = 0.25
"""CPU time for a check's calls, at least; each check that was late halves it, too. A process that
computes is ended by it, even if the machine is busy with other work.
"""

LEAST_CPU_SECONDS = 0.03
"""CPU time for a check's calls after many were late: a live process costs hardly less."""

FACTOR = 10
"""Time for a check's calls, as a multiple of the reference's CPU time for them."""

MAX_LATE = 30
"""Checks that may be late before the rest is run live, and with it those that passed already."""

MAX_SECONDS = 30.0
"""Wall time of all prefetches of a submission, beyond what the reference needed."""

DRAIN_SECONDS = 0.1
"""Wall time for the replies behind a call without a result; a slower process is ended."""

MAX_KEPT_BYTES = 1 << 22
"""Results of one submission that are kept for checks to run on, at most. The references' take one
MB; as objects they can take thirty times as much memory.
"""

MAX_IMPORTED = 256
"""Modules that a submission can import and that are remembered, at most."""

_VARYING = re.compile(rb"(?<=, line )\d+(?:, columns \d+-\d+)?|(?<= at 0x)[0-9a-f]+")
"""Parts in which two replies of a deterministic program can differ: the line and the columns of an
exception, which the interpreter names anew once code has run often, and addresses of objects.
"""

_RESET_BYTES = 1 << 10
_IMPORT_BYTES = 1 << 10
"""Of a message about an import, at most: it is read before the call's end."""

_IMPORTS = b'["import'
_RETURNS = b'["return"'
_RAISES = b'["raise"'
_OUT_OF_MEMORY = b',"memory"]'
_MISSES = b'["missing"'
_THREADS_LEFT = f'"{messages.THREADS_LEFT}"'.encode()


@dataclass(frozen=True, slots=True)
class PrefetchPolicy:
    """How calls are prefetched."""

    max_late: int = MAX_LATE
    least_cpu_seconds: float = LEAST_CPU_SECONDS
    in_one_process: frozenset[str] = frozenset()
    """Variants whose checks are sent to a process of the variant "own"."""


USUAL = PrefetchPolicy()


@dataclass(frozen=True, slots=True)
class Replies:
    """The replies that a prefetch got to the calls of one check."""

    trace: Trace
    passed: bool = False
    """Whether every reply has the recorded digest."""
    digests: tuple[tuple[bytes | None, ...], ...] = ()
    """The digests of each process's results; None for a call without a result, always the last."""
    results: tuple[bytes, ...] = ()
    """Results of all calls, as payloads; empty if a call got none, or if they are too long."""
    is_packed: bool = False
    """Whether the digests are of packed results, which were not spelled out."""
    cut_short: bool = False
    """Whether it ended early, so that a live process may get further."""
    was_late: bool = False
    """Whether the time for the calls ran out."""
    has_crashed: bool = False
    """Whether the process ended by itself, at one of the calls that got no reply.

    Which one is unknown: replies to calls before may have been lost with it.
    """

    def known(self, process: int, call: int) -> tuple[bytes | None, ...]:
        """Return the digest of one reply, None for no result; empty if the call got no reply."""
        if self.passed:
            return (digest_at(self.trace.processes[process].replies, call),)
        return self.digests[process][call : call + 1] if process < len(self.digests) else ()

    def beginning(self, trace: Trace) -> Replies:
        """Return the replies to the calls of *trace*, which are the first ones of these."""
        if self.passed:
            return Replies(trace, passed=True)
        length = trace.calls
        known = self.digests[0][:length] if self.digests else ()
        process = trace.processes[0]
        recorded = process.packed_replies if self.is_packed else process.replies
        if known == tuple(digests(recorded)):
            return Replies(trace, passed=True)
        return replace(
            self,
            trace=trace,
            digests=(known,),
            results=self.results[:length],
        )


class NotPrefetched(BaseException):
    """The check made a call that was not prefetched. No check catches it."""


class RecordedReplies(Operations):
    """Prefetched results for a check that makes the same calls."""

    def __init__(self, replies: Replies) -> None:
        numbered = (
            frame
            for process in replies.trace.processes
            for frame in enumerate(frames.split(process.calls), 1)
        )
        self._calls = zip(numbered, replies.results, strict=False)

    def call(self, operation: str, arguments: tuple[object, ...]) -> Any:
        """Return the result of the next call. Raises NotPrefetched if another one was sent."""
        (number, frame), payload = next(self._calls, ((0, b""), b""))
        call = ["call", number, operation, list(arguments)]
        if frame != values.encode_frame(call, len(frame)):
            raise NotPrefetched
        # decoded for each check: it may change the result
        return values.decode(payload)[2]


class ReplyComparison:
    """Observes a live run of a check, and compares it with the check's prefetch."""

    def __init__(self, replies: Replies) -> None:
        self._replies = replies
        self._frames = [frames.split(part.calls) for part in replies.trace.processes]
        self._process = -1
        self._calls = 0
        self.differs = False
        """Whether the same call got another reply."""
        self.goes_further = False
        """Whether a call got a result that cannot be compared: the prefetch did not get so far."""

    def run_started(self) -> None:
        """See :class:`~graders.harness.session.plan.Observer`."""
        self._process = -1

    def process_started(self) -> None:
        """See :class:`~graders.harness.session.plan.Observer`."""
        self._process += 1
        self._calls = 0

    def importing(self, module: str) -> None:
        """See :class:`~graders.harness.session.plan.Observer`."""

    def answered(self, frame: bytes, payload: bytes, *, returned: bool) -> None:
        """See :class:`~graders.harness.session.plan.Observer`."""
        index = self._calls
        self._calls += 1
        if not self._is_recorded(index, frame):
            return
        known = self._replies.known(self._process, index)
        reply = self._digest(payload) if returned else None
        if not known or (returned and reply is None):
            self.goes_further = self.goes_further or returned
            self.differs = self.differs or (returned and self._outlives_a_crash(index))
        elif known != (reply,) and not self._is_alike(index, payload):
            self.differs = True

    def _is_alike(self, index: int, payload: bytes) -> bool:
        """Return whether a result differs from the prefetched one only in what can vary.

        No check passes by it: both results differ from the recorded one.
        """
        place = sum(map(len, self._frames[: self._process])) + index
        kept = self._replies.results[place : place + 1]
        return bool(kept) and _VARYING.sub(b"", kept[0]) == _VARYING.sub(b"", payload)

    def _digest(self, payload: bytes) -> bytes | None:
        """Return the digest of a result in the form that was prefetched; None if it has none."""
        return packed_digest(payload) if self._replies.is_packed else digest(payload)

    def _outlives_a_crash(self, index: int) -> bool:
        """Return whether call *index* is the last one of the process that crashed."""
        replies = self._replies
        is_the_process = replies.has_crashed and self._process == len(replies.digests) - 1
        return is_the_process and index == len(self._frames[self._process]) - 1

    def _is_recorded(self, index: int, frame: bytes) -> bool:
        if self._process >= len(self._frames) or index >= len(self._frames[self._process]):
            return False
        return self._frames[self._process][index] == frame


class _Results:
    """The results of the calls of one process, in their order."""

    def __init__(self, process: ProcessTrace, max_bytes: int) -> None:
        """Keep payloads of at most *max_bytes* together."""
        self._process = process
        self._max_bytes = max_bytes
        self.size = 0
        self.digests: list[bytes] = []
        self.payloads: list[bytes] = []
        self.has_failed = False
        """Whether a call ended without a result, and would in every process."""

    def add(self, payload: bytes, packed_digest: bytes | None = None) -> bool:
        """Add the next call's result; return whether *payload* is one.

        packed_digest: what it must pack into, if it was sent in packed form before. A process that
        has seen all calls may know better than when it answered.
        """
        index, reply_digest = len(self.digests), digest(payload)
        if not payload.startswith(b'["return",%d,' % (index + 1)):
            return False
        if not self._is_recorded(index, reply_digest, packed_digest):
            message = values.decode(payload)
            if packed_digest is not None:
                frame = packed.pack(message, len(payload) << 3)
                if frame is None or digest(frame[frames.HEADER.size :]) != packed_digest:
                    return False
        self.digests.append(reply_digest)
        self.size += len(payload)
        if self.size <= self._max_bytes:
            self.payloads.append(payload)
        return True

    def _is_recorded(self, index: int, reply_digest: bytes, packed_digest: bytes | None) -> bool:
        """Return whether a result is the recorded one in each form in which it was sent."""
        if reply_digest != digest_at(self._process.replies, index):
            return False
        recorded = digest_at(self._process.packed_replies, index)
        return packed_digest is None or packed_digest == recorded


class Prefetcher:
    """Asks processes of one submission the recorded calls of checks, one check after the other."""

    def __init__(
        self,
        limits: Limits,
        on_exit: Callable[[ProcessExit], None],
        policy: PrefetchPolicy = USUAL,
    ) -> None:
        """on_exit: called with the end of each process."""
        self._limits = limits
        self._on_exit = on_exit
        self._policy = policy
        self._late: Counter[str] = Counter()
        """Checks that were late, by variant."""
        self._seconds = 0.0
        self._kept_bytes = 0
        self._resets = 0
        self.imported: set[tuple[str, str]] = set()
        """The variant and the module of each import that succeeded."""
        self._variant = OWN
        self.cpu_seconds = CPU_SECONDS
        """CPU time for the present check's calls."""
        self._connection: Connection | None = None
        self._cut_short = False
        """Whether the present check's calls came to an early end."""
        self._has_crashed = False
        """Whether the process ended by itself in the present check."""
        self.is_limited = False
        """Whether the process has a limit of CPU time, which is to be renewed for each check. To
        set one takes a message, which ordinary submissions are spared.
        """

    def process_of(self, variant: str) -> str:
        """Return the variant by whose process the checks in *variant* are served."""
        return OWN if variant in self._policy.in_one_process else variant

    def is_over(self, variant: str) -> bool:
        """Return whether it has waited too often in *variant*, or too long, to send more calls."""
        return self._late[variant] > self._policy.max_late or self._seconds > MAX_SECONDS

    def ask(
        self,
        box: Box,
        variant: str,
        trace: Trace,
        seconds: float,
    ) -> Replies:
        """Send all calls of a check, which took the reference *seconds*. Raises SandboxError.

        They are sent once. In another process they could get other replies, and in the same one
        later calls may have disclosed the answers to earlier ones. No callback is answered.
        """
        started = time.monotonic()
        if self.process_of(variant) != self.process_of(self._variant):
            self.close()
        self._variant = variant
        late = self._late.total()
        share = 0.5**late
        patience = max(SECONDS * share, FACTOR * seconds)
        least = max(self._policy.least_cpu_seconds, seconds)
        self.cpu_seconds = max(least, share * max(CPU_SECONDS, FACTOR * seconds))
        self._cut_short = self._has_crashed = False
        if len(trace.processes) == 1 and trace.processes[0].packed_calls:
            replies = self._ask_packed(box, trace, patience)
        else:
            replies = self._ask_for_results(box, trace, patience)
        self._seconds += max(0.0, time.monotonic() - started - seconds)
        return replace(replies, was_late=self._late.total() > late)

    def close(self, *, was_late: bool = False, was_closed: bool = False) -> None:
        """End the process, if there is one. Raises SandboxError.

        was_late: the wall time of the check's calls has run out. was_closed: it has hung up.
        """
        if self._connection is not None:
            connection, self._connection = self._connection, None
            ending = connection.finish()
            self._on_exit(ending)
            if was_late or ending.cause is ExitReason.CPU:
                self._late[self._variant] += 1
            self._has_crashed = was_closed and ending.cause not in RESOURCES
            if was_late or was_closed or ending.cause in RESOURCES:
                self.cut_short()

    def _ask_packed(self, box: Box, trace: Trace, patience: float) -> Replies:
        """Send the calls in packed form, whose replies are only compared, never parsed.

        If all are results, though other ones, the process spells them out; what it spells must pack
        into the very bytes that it sent before.
        """
        (process,) = trace.processes
        seen: list[bytes] = []
        results = self._new_results(process)
        with _CallsAhead(self, box, process, process.packed_calls, patience) as ahead:
            for payload in ahead.payloads():
                if not payload.startswith(packed.MARK):
                    if payload.startswith(_RETURNS):
                        self.cut_short()  # a result, but none that can be packed
                    results.has_failed = not self._cut_short
                    ahead.leave()
                    break
                seen.append(digest(payload))
            if seen == digests(process.packed_replies):
                return Replies(trace, passed=True)
            if ahead.is_sound and len(seen) == process.length:
                for payload, bound in zip(ahead.spelled_out(), seen, strict=True):
                    if not results.add(payload, bound):
                        self.cut_short()
                        ahead.is_sound = False
                        break
        if len(results.digests) == len(seen):
            return self._replies(trace, [results])
        return self._incomplete(trace, [tuple(seen)], [results], is_packed=True)

    def _ask_for_results(self, box: Box, trace: Trace, patience: float) -> Replies:
        """Send the calls as JSON, up to the first call without a result."""
        found: list[_Results] = []
        for process in trace.processes:
            results = self._new_results(process, found)
            found.append(results)
            with _CallsAhead(self, box, process, process.calls, patience) as ahead:
                for payload in ahead.payloads():
                    if not results.add(payload):
                        results.has_failed = not self._cut_short
                        ahead.leave()
                        break
            if len(results.digests) < process.length:
                break
        return self._replies(trace, found)

    def _new_results(self, process: ProcessTrace, earlier: Iterable[_Results] = ()) -> _Results:
        """Return results that there is room for, beside the *earlier* ones of a check."""
        return _Results(
            process,
            MAX_KEPT_BYTES - self._kept_bytes - sum(part.size for part in earlier),
        )

    def _replies(self, trace: Trace, found: list[_Results]) -> Replies:
        """Return the replies of a check from the results of its processes."""
        known: list[tuple[bytes | None, ...]] = [tuple(results.digests) for results in found]
        if [len(part) for part in known] != [process.length for process in trace.processes]:
            return self._incomplete(trace, known, found)
        if known == [tuple(digests(process.replies)) for process in trace.processes]:
            return Replies(trace, passed=True)
        return Replies(trace, digests=tuple(known), results=self._kept(found))

    def _kept(self, found: list[_Results]) -> tuple[bytes, ...]:
        """Return all results of a check's processes, or none if there is no room for them."""
        payloads = tuple(payload for results in found for payload in results.payloads)
        if len(payloads) < sum(len(results.digests) for results in found):
            return ()
        self._kept_bytes += sum(results.size for results in found)
        return payloads

    def _incomplete(
        self,
        trace: Trace,
        known: list[tuple[bytes | None, ...]],
        found: list[_Results],
        *,
        is_packed: bool = False,
    ) -> Replies:
        """Return replies that ended early, from the results of the processes so far."""
        last = found[-1]
        cut_short = self._cut_short and not last.has_failed
        if not cut_short:
            known[-1] += (None,)
        return Replies(
            trace,
            digests=tuple(known),
            is_packed=is_packed,
            cut_short=cut_short,
            has_crashed=cut_short and self._has_crashed,
        )

    @property
    def was_late(self) -> bool:
        """Whether a check was late before."""
        return self._late.total() > 0

    @property
    def has_process(self) -> bool:
        """Whether a process has been started that is asked next."""
        return self._connection is not None

    def connected(self, box: Box) -> Connection:
        """Return the process that is asked next, started if there is none."""
        if self._connection is None:
            process = self.process_of(self._variant)
            self._connection = box.connect(process, self._limits.cpu_seconds, reuse=True)
            self.is_limited = self.was_late
        return self._connection

    def renew(self, connection: Connection) -> None:
        """Give the process the CPU time of one check from now on."""
        self.is_limited = True
        connection.renew(self.cpu_seconds)

    def reset_frame(self) -> tuple[bytes, list[object]]:
        """Return the frame that resets a process, and the message that confirms it."""
        self._resets += 1
        reset = messages.to_list(messages.Fresh(self._resets, self._variant))
        confirmation = messages.to_list(messages.Reset(self._resets, True))
        return values.encode_frame(reset, _RESET_BYTES), confirmation

    def has_imported(self, module: str) -> None:
        """Note that the process has imported *module*."""
        if len(self.imported) < MAX_IMPORTED:
            self.imported.add((self._variant, module))

    def cut_short(self) -> None:
        """Note that a live process may get further with the present check."""
        self._cut_short = True


def _needs_another_process(payload: bytes) -> bool:
    """Return whether the call could end in another way in a process that made no call before."""
    if payload.startswith(_MISSES):
        return _THREADS_LEFT in payload
    return payload.startswith(_RAISES) and payload.endswith(_OUT_OF_MEMORY)


class _CallsAhead(MessageLoop):
    """The calls of one process's trace, sent to a process of a prefetch that was reset before.

    As a context it swallows the ends of a process; one that is not sound afterwards is ended.
    """

    def __init__(
        self,
        prefetcher: Prefetcher,
        box: Box,
        trace: ProcessTrace,
        calls: bytes,
        seconds: float,
    ) -> None:
        self._prefetcher = prefetcher
        self._is_new = not prefetcher.has_process
        super().__init__(prefetcher.connected(box), 0.0)
        self._trace = trace
        self._calls = calls
        self._seconds = seconds
        if self._is_new:
            self._set_deadline(max(seconds, SECONDS))
        else:
            self._begin()
        self._sent = 0
        self._ended = 0
        self.is_sound = False
        """Whether every call that was sent has been answered."""

    def _begin(self) -> None:
        """Give the process the time for the calls from now."""
        if self._prefetcher.is_limited:
            self._prefetcher.renew(self.connection)
        self._set_deadline(self._seconds)

    def _set_deadline(self, seconds: float) -> None:
        now = time.monotonic()
        self.deadline = now + seconds
        self._first_look = now + min(seconds, self._prefetcher.cpu_seconds)

    def __enter__(self) -> _CallsAhead:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> bool:
        if kind is not None or not self.is_sound or not self.connection.quiet():
            self._prefetcher.close(
                was_late=kind is DeadlinePassed, was_closed=kind is ConnectionClosed
            )
        return kind in NO_END

    def payloads(self) -> Iterator[bytes]:
        """Yield the message that ends each call. Raises one of NO_END."""
        reset, confirmation = self._prefetcher.reset_frame()
        self.connection.send_ahead(reset)
        for calls, count in self._trace.batches(self._calls):
            self.connection.send_ahead(calls)
            self._sent += count
            if not self._ended:
                if values.decode(self.receive()) != confirmation:
                    self._prefetcher.cut_short()
                    raise CallFailed(CHANNEL_ABUSE)
                if self._is_new:
                    # its start, long in Java, was none of the program's doing
                    self._begin()
            for _ in range(count):
                payload = self.end_of_call(self._end)
                self._ended += 1
                yield payload
        self.is_sound = True

    def _end(self, payload: bytes) -> bytes | None:
        """Return *payload* if it ends the call under way. Raises CallFailed for a callback."""
        if messages.is_callback(payload):  # open in the check, perhaps
            self._prefetcher.cut_short()
            raise CallFailed(CHANNEL_ABUSE)
        if self._is_of_an_import(payload):
            self.idle()
            return None
        if _needs_another_process(payload):
            self._prefetcher.cut_short()
        return payload

    def receive(self) -> bytes:
        """Return the next message; from the first look on, the process has its CPU time left."""
        if not self._prefetcher.is_limited:
            try:
                return self.connection.receive(self._first_look)
            except DeadlinePassed:
                self._prefetcher.renew(self.connection)
        return super().receive()

    def _is_of_an_import(self, payload: bytes) -> bool:
        """Return whether *payload* says, in the call under way, that a module is imported."""
        if not payload.startswith(_IMPORTS) or len(payload) > _IMPORT_BYTES:
            return False
        message = messages.parse_reply(values.decode(payload))
        if not isinstance(message, messages.Importing | messages.Imported):
            return False
        if isinstance(message, messages.Imported):
            self._prefetcher.has_imported(message.module)
        return message.call == self._ended + 1

    def spelled_out(self) -> Iterator[bytes]:
        """Yield the ends of all calls once more, as JSON. Raises one of NO_END."""
        spell = messages.to_list(messages.Spell(self._ended))
        self.connection.send_ahead(values.encode_frame(spell, _RESET_BYTES))
        for _ in range(self._ended):
            yield self.end_of_call(self._end)

    def leave(self) -> None:
        """Read what is left of the calls that were sent, for a short while: it is of no use."""
        self.is_sound = self.drain(self._sent - self._ended, DRAIN_SECONDS)
