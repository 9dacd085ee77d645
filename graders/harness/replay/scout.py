"""The scout: one process of the submission is asked the recorded calls of all checks, to find out
which need a look.

It answers what the reference answered, byte for byte: the check has passed, without being run.
Where each call has a result, but not always the recorded one, the check is run on these results
(:class:`Heard`) and may pass by them. Between two checks the process is told to be as fresh as it
can (:mod:`graders.harness.inside.afresh`). That is a convenience and no boundary: nothing that it
says is ever told, and a check that does not pass so is judged in a process of its own. What several
checks ask at first is asked once, for the one that asks the most.

What it said otherwise is remembered (:class:`Strayed`): when the check's own process then gives
another answer to the very same call and passes by it, the program is not the same twice, and all is
judged as if there had been no scout (:meth:`graders.harness.grading.judge.Judge.left`). So a
program gains nothing by telling a scout from a judge.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from graders.harness.assignment.manifest import Limits
from graders.harness.protocol import frames, packed, values
from graders.harness.replay.trace import Leg, Trace, digest
from graders.harness.sandbox.interface import (
    Box,
    Cause,
    Closed,
    Connection,
    DeadlinePassed,
    FrameTooLarge,
)
from graders.harness.session.callbacks import Questions

SECONDS = 2.0
"""Wall time for what one process was asked when it was recorded, at least; and so many times what
it needed. That need not be generous: who takes longer is judged one by one.
"""
FACTOR = 5
MOST_LATE = 1
"""Checks that may run out of time before the rest is left to be judged one by one: that costs less
than waiting.
"""
MOST_LATE_IN_JAVA = 6
"""There a process for each check costs more than some waiting."""
MOST_SPENT = 30.0
"""Wall time, beyond what the reference needed, after which the rest is left to be judged one by
one.
"""
IDLE_MESSAGES = 200
"""Messages in one call that are neither its result nor an ask that is open: a program needs one or
two for each module it imports, a flood of them would keep the judge busy at little cost to the
sender.
"""

HEAR_OUT_SECONDS = 0.1
"""Wall time for what was asked behind a call without a result: a process that takes longer is
ended, and the next check gets another.
"""

HEARD_BYTES = 1 << 24
"""Length of all results of one check, at most, that are kept for it."""

Place: TypeAlias = tuple[str, int, frozenset[str]]
"""Variant, number of the process, and what it can ask back."""

_FRESH_BYTES = 1 << 10
_READ_LATER = 1 << 14
"""Length of a packed result that is surely not too long in the other form; only a check that needs
it reads it.
"""
_IMPORTS = b'["import'
_IMPORT_BYTES = 300
"""Length of a message about an import, at most."""


@dataclass(frozen=True, slots=True)
class Strayed:
    """The first call of a check that was not answered as recorded."""

    leg: int
    call: int
    """Its number in the process, from 1."""
    answer: bytes | None
    """The digest of what came instead; None where nothing did."""
    replies: tuple[bytes, ...] = ()
    """The replies to all calls, where each is a result; else none."""


class Patience:
    """How long scouts of a submission have waited in vain: one that hangs is not waited for in each
    of its rounds.
    """

    def __init__(self, most_late: int = MOST_LATE) -> None:
        self._most_late = most_late
        self.late: Counter[str] = Counter()
        """Checks that ran out of time, by variant."""
        self.spent = 0.0

    @property
    def seconds(self) -> float:
        """Wall time that the next check gets at least: each that was late has halved it."""
        return SECONDS / 2.0 ** self.late.total()

    def is_over(self, variant: str) -> bool:
        """Say whether that was so often, or so long, that *variant* should not be asked again."""
        return self.late[variant] > self._most_late or self.spent > MOST_SPENT


class NotHeard(Exception):
    """The check asks what the scout has not asked."""


class Heard:
    """What the scout was told, for the check that asks the same: its attributes are operations, as
    a session's are.
    """

    def __init__(self, trace: Trace, replies: Sequence[bytes]) -> None:
        calls = (call for leg in trace.legs for call in enumerate(frames.split(leg.calls), 1))
        self._told = zip(calls, replies, strict=False)

    def __getattr__(self, operation: str) -> Callable[..., Any]:
        if operation.startswith("_"):
            raise AttributeError(operation)

        def ask(*arguments: object) -> Any:
            return self.call(operation, arguments)

        return ask

    def call(self, operation: str, arguments: tuple[object, ...]) -> Any:
        """Return the result of the next call. Raises NotHeard if another one was asked, WireError
        if it is no value.
        """
        (number, called), reply = next(self._told, ((0, b""), b""))
        asked = ["call", number, operation, list(arguments)]
        is_packed = called.startswith(packed.MARK, frames.HEADER.size)
        if called != (packed.pack if is_packed else values.encode_frame)(asked, len(called)):
            raise NotHeard
        match packed.unpack(reply) if reply.startswith(packed.MARK) else values.decode(reply):
            case ["return", _, value]:
                return value
        raise NotHeard


class Scout:
    """Asks processes of one submission what was recorded."""

    def __init__(self, box: Box, limits: Limits, patience: Patience) -> None:
        self._box = box
        self._limits = limits
        self.patience = patience
        self._kept: dict[Place, Connection] = {}
        """The process that is asked more, if there is one, by variant, number, and what it could
        ask back: what it was told then is no help where that is open, too. Never two: a box sweeps
        its files when no process is left.
        """
        self._last: tuple[Place, Trace, _Asking] | None = None
        self._times = 0
        self.imported: frozenset[tuple[str, str]] = frozenset()
        """Variants and modules that were imported without trouble."""

    def asks(
        self, variant: str, trace: Trace, seconds: float, questions: Questions
    ) -> Strayed | None:
        """Ask all calls of a check, of which a process of the reference needed *seconds*. Raises
        SandboxFault.

        *questions* are those that are open in the check. Returns None if all answers are the
        recorded ones.
        """
        strayed: Strayed | None = None
        replies: list[bytes] = []
        for number, leg in enumerate(trace.legs):
            place = variant, trace.process, questions.open
            asking = self._as_asked(place, trace, self._patience_for(seconds))
            if asking is None:
                asking = self._ask(place, leg, questions, seconds)
                self._last = place, trace, asking
            replies += asking.replies
            if strayed is None and asking.strayed is not None:
                strayed = Strayed(number, *asking.strayed)
            if len(asking.replies) < leg.length or sum(map(len, replies)) > HEARD_BYTES:
                return strayed
        return strayed and replace(strayed, replies=tuple(replies))

    def _ask(self, place: Place, leg: Leg, questions: Questions, seconds: float) -> _Asking:
        """Ask all calls of *leg*."""
        started = time.monotonic()
        asking = _Asking(leg, questions, self._patience_for(seconds), self._limits.frame_kb << 10)
        self._in_a_process(place, asking)
        self.patience.spent += time.monotonic() - started - seconds
        return asking

    def _patience_for(self, seconds: float) -> float:
        return max(self.patience.seconds, FACTOR * seconds)

    def _as_asked(self, place: Place, trace: Trace, seconds: float) -> _Asking | None:
        """Return what came of *trace* within *seconds* if what was asked last begins with it, or is
        it; else None.
        """
        if self._last is None:
            return None
        where, longer, asking = self._last
        if where != place or not len(longer.legs) == len(trace.legs) == 1:
            return None
        return asking.up_to(trace.legs[0], seconds)

    def _in_a_process(self, place: Place, asking: _Asking) -> None:
        """Do the *asking* in one process, which is kept for other checks of its number if it is
        sound.
        """
        variant, *_ = place
        connection = self._kept.pop(place, None)
        if connection is None:
            self.close()
            connection = self._box.connect(variant, self._limits.cpu_seconds, reuse=True)
        asking.begin()
        self._times += 1
        sound = late = False
        try:
            sound = asking.all_calls(connection, self._times) and connection.quiet()
        except DeadlinePassed:
            late = True
        except (Closed, FrameTooLarge, values.WireError):
            pass
        self.imported |= {(variant, module) for module in asking.imported}
        if sound:
            self._kept[place] = connection
        elif connection.finish().cause is Cause.CPU or late:
            self.patience.late[variant] += 1

    def close(self) -> None:
        """End its process, if there is one. Raises SandboxFault if that cannot be told."""
        while self._kept:
            self._kept.popitem()[1].finish()


class _Asking:
    """The calls of one leg, while one process is asked them."""

    def __init__(self, leg: Leg, questions: Questions, seconds: float, most: int) -> None:
        """*most*: bytes of a reply."""
        self.questions = questions
        self._leg = leg
        self._most = most
        self._seconds = seconds
        self._deadline = time.monotonic() + seconds
        """Later for each question, by as long as its answer took."""
        self._astray: tuple[int, bytes] | None = None
        self.replies: list[bytes] = []
        """The results, up to the first call that has none."""
        self._taken: list[float] = []
        """Seconds after which each of them had come."""
        self.imported: set[str] = set()
        """Modules that were imported without trouble."""

    def begin(self) -> None:
        """Take the time from now: to start a process, and in Java to compile, is none of the
        program's doing.
        """
        self._deadline = time.monotonic() + self._seconds

    def up_to(self, leg: Leg, seconds: float) -> _Asking | None:
        """Return what came of *leg* within *seconds* if calls and answers so far begin with its
        own; else None.
        """
        if not (
            self._leg.calls.startswith(leg.calls) and self._leg.replies.startswith(leg.replies)
        ):
            return None
        part = _Asking(leg, self.questions, seconds, self._most)
        part.replies = [
            reply
            for reply, taken in zip(self.replies[: leg.length], self._taken, strict=False)
            if taken <= seconds
        ]
        part._astray = self._astray if self._astray and self._astray[0] <= leg.length else None
        return part

    @property
    def strayed(self) -> tuple[int, bytes | None] | None:
        """Call and answer as in :class:`Strayed`; None if all came as recorded."""
        reached = len(self.replies)
        return self._astray or ((reached + 1, None) if reached < self._leg.length else None)

    def all_calls(self, connection: Connection, times: int) -> bool:
        """Have the process made fresh and ask the calls, until one has no result; say whether it
        can be asked more.

        Raises what :meth:`Connection.receive` does, and WireError.
        """
        fresh: list[object] = ["fresh", times]
        connection.send_ahead(values.encode_frame(fresh, _FRESH_BYTES))
        digests = self._leg.digests()
        for calls, places in self._leg.parts(one_by_one=bool(self.questions.open)):
            connection.send_ahead(calls)
            if not places.start and values.decode(connection.receive(self._deadline)) != [
                *fresh,
                True,
            ]:
                return False
            for place in places:
                if not self._has_result(connection, place, digests[place]):
                    return self._hear_out(connection, places.stop - place - 1)
        return True

    def _has_result(
        self, connection: Connection, place: int, expected: tuple[bytes, bytes]
    ) -> bool:
        """Take in what comes of the call at *place*, up to its reply; say whether that is a result,
        and keep it.
        """
        number, idle = place + 1, 0
        while idle < IDLE_MESSAGES:
            payload = connection.receive(self._deadline)
            found = digest(payload)
            if found not in expected and payload.startswith(packed.MARK):
                if (
                    self._astray
                    and len(payload) <= _READ_LATER
                    and packed.is_result(payload, number)
                ):
                    break
                payload = self._spelled_out(payload)
                found = digest(payload)
            if found not in expected:
                if self._is_answered(connection, payload, number):
                    continue
                if self._is_import(payload, number):
                    idle += 1
                    continue
                self._astray = self._astray or (number, found)
                if not payload.startswith(b'["return",%d,' % number):
                    return False
            break
        else:
            raise values.WireError("a flood of messages")
        self.replies.append(payload)
        self._taken.append(self._seconds - self._deadline + time.monotonic())
        return True

    def _spelled_out(self, payload: bytes) -> bytes:
        """Return a packed message as the process would have sent it otherwise. Raises WireError if
        it could not.
        """
        return values.encode(packed.unpack(payload), self._most)

    def _is_answered(self, connection: Connection, payload: bytes, number: int) -> bool:
        """Say whether it is a question in call *number*, and answer it."""
        if not payload.startswith(b'["ask",%d,' % number):
            return False
        started = time.monotonic()
        known = self.questions.known_reply(number, payload)
        if known is not None:
            connection.send(known, self._deadline)
            return True
        match values.decode(payload):
            case ["ask", _, int(question), str(operation), list(arguments)]:
                reply, answers = self.questions.reply(payload, question, operation, arguments)
                if not answers:
                    raise values.WireError("this may not be asked")
                self._deadline += time.monotonic() - started
                connection.send(reply, self._deadline)
                return True
        raise values.WireError("this is no question")

    def _hear_out(self, connection: Connection, replies: int) -> bool:
        """Take in so many *replies* to what was sent; say whether they have all come soon: they are
        of no use.
        """
        soon = min(self._deadline, time.monotonic() + HEAR_OUT_SECONDS)
        for _ in range(IDLE_MESSAGES):
            if replies <= 0:
                return True
            try:
                replies -= not connection.receive(soon).startswith(_IMPORTS)
            except DeadlinePassed:
                return False
        return False

    def _is_import(self, payload: bytes, number: int) -> bool:
        """Say whether it tells of an import in call *number*, and take note of one that went well."""
        if len(payload) > _IMPORT_BYTES or not payload.startswith(_IMPORTS):
            return False
        match values.decode(payload):
            case ["importing", int(call), str()]:
                return call == number
            case ["imported", int(call), str(module)]:
                if len(self.imported) < IDLE_MESSAGES:
                    self.imported.add(module)
                return call == number
        return False
