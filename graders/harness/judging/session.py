"""The judge's end of the pipe: operations, answers to asks, and what became of the process at the other end.

A :class:`Session` belongs to one program in one box. :meth:`Session.begin` gets a fresh process; then every attribute
is an operation of the driver: ``session.rotate(board, 1)`` sends a call and returns plain data, or raises a
:class:`~graders.harness.assignment.check.Misbehaved` that says how the program went wrong. Nothing that comes over
the pipe is trusted beyond being plain data.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, NoReturn

import msgspec

from graders.harness.assignment.check import Misbehaved
from graders.harness.assignment.manifest import Limits
from graders.harness.errors import GraderError
from graders.harness.judging.ahead import Ahead, Leg, Recorder, Strayed, Trace, digest
from graders.harness.result import Verdict, printable
from graders.harness.sandbox.interface import (
    Box,
    Cause,
    Closed,
    Connection,
    DeadlinePassed,
    Ending,
    FrameTooLarge,
)
from graders.harness.worker import wire

Answer = Callable[..., object]


class CheckBroken(GraderError):
    """A check does what no check may; a fault of the grader, not of a submission."""


class NoAnswer(Exception):
    """The judge does not answer this ask; the sandbox is told why."""


IDLE_MESSAGES = 200
"""Messages in one call that are neither its result nor an ask that is open: a program needs one or two for each module
it imports, a flood of them would keep the judge busy at little cost to the sender."""

_IMPORT_BYTES = 300
"""Length of a message about an import, at most."""

_NAME = 100
"""Characters of a module's name that are shown: the sandbox says it, and may say anything."""

NO_ANSWER = "sent the grader something that is no answer to its question"
"""Said of whatever comes too early, too late or twice: which of these it looks like is a matter of chance."""

RESOURCE_VERDICTS = frozenset({Verdict.TIMEOUT, Verdict.OUT_OF_MEMORY})
"""Verdicts that a busy machine could cause: they stand only if a second run, alone, confirms them."""


def message_of(ending: Ending, limits: Limits) -> tuple[Verdict, str]:
    """Return verdict and message for a process that ended while a call was under way."""
    match ending.cause:
        case Cause.CPU:
            told = f"used up its {limits.cpu_seconds:g} s of computing time, or less after others ran out"
            return Verdict.TIMEOUT, f"{told} (an endless loop?)"
        case Cause.WALL:
            return Verdict.TIMEOUT, f"was still not done after {limits.wall_seconds:g} s, or less after others ran out"
        case Cause.MEMORY:
            return Verdict.OUT_OF_MEMORY, f"used more than {limits.memory_mb} MB of memory"
        case Cause.SIGNAL:
            return Verdict.CRASHED, f"crashed the interpreter (signal {ending.status})"
        case Cause.EXITED:
            return Verdict.CRASHED, f"ended the whole program (exit status {ending.status}) instead of returning"
        case Cause.FINISHED:
            return Verdict.CRASHED, "hung up instead of returning"


class _Place(NamedTuple):
    """Where a module is imported."""

    variant: str
    module: str
    hidden: bool
    """Whether by a process that was asked what students may not know."""


class Session:
    """Operations of one program in one box, one fresh process at a time."""

    def __init__(self, box: Box, limits: Limits, alone: Iterable[str] = ()) -> None:
        """*alone* names operations that run a whole program: each call of one has a fresh process to itself."""
        self._box = box
        self._full = self._limits = limits
        self._haste = 1.0
        self._connection: Connection | None = None
        self._deadline = 0.0
        self._last_id = 0
        self._variant = "own"
        self._alone = frozenset(alone)
        self._used = ""
        """The last operation that the present process was called for; empty when it is fresh."""
        self._ran_program = False
        self._reuse = False
        self._ahead = Ahead(None)
        self.strayed = False
        self.recorder = Recorder()
        self._answers: Mapping[str, Answer] = {}
        self._asks_left = 0
        self._idle_left = 0
        self._importing = ""
        self._hidden = False
        self._bad_imports: dict[_Place, tuple[Verdict, str]] = {}
        self._import_failures: Counter[_Place] = Counter()
        self.calls = 0
        self.endings: list[Ending] = []

    def hurry(self) -> None:
        """Give the processes to come half the time, but not less than the limits say."""
        floor = min(1.0, self._full.hurried_cpu_seconds / self._full.cpu_seconds)
        self._haste = max(floor, self._haste / 2)
        self._limits = msgspec.structs.replace(
            self._full,
            cpu_seconds=self._full.cpu_seconds * self._haste,
            wall_seconds=self._full.wall_seconds * self._haste,
        )

    def go_on_from(self, lost: Session) -> None:
        """Know what *lost* knew, whose sandbox failed: the rest of the result is to be the same as if it had not."""
        self._haste, self._limits = lost._haste, lost._limits
        self._bad_imports, self._import_failures = lost._bad_imports, lost._import_failures
        self.recorder.on, self.calls, self.endings = lost.recorder.on, lost.calls, lost.endings

    def begin(
        self,
        variant: str = "own",
        answers: Mapping[str, Answer] | None = None,
        ahead: Trace | None = None,
        reuse: bool = False,
        hidden: bool = False,
    ) -> None:
        """Get a fresh process in *variant*; *answers* are the asks that are open while it lives.

        What becomes of an import is remembered. *hidden*: what the process is asked is kept from students. Then what it
        says of an import, which may be just that, is not told again to a process without it.

        With *reuse*, one that has served before will do (see the interface of boxes); no verdict may rest on it.

        With *ahead*, its calls are sent at once. They are then answered to whoever makes exactly these calls in this
        order; whatever else happens ends in Strayed, and must be done again without it.
        """
        self._variant, self._hidden = variant, hidden
        self._answers = answers or {}
        self._asks_left = self._limits.asks
        self._ahead = Ahead(ahead)
        self._reuse = reuse or (ahead is not None and not ahead.fresh)
        self._ran_program = False
        self.recorder.forget()
        self.strayed = False
        self._start()

    def _start(self) -> None:
        """Get another process; send it what goes ahead to it."""
        self.end()
        self._last_id = 0
        self._used = self._importing = ""
        self._deadline = time.monotonic() + self._limits.wall_seconds
        self._connection = self._box.connect(self._variant, self._limits.cpu_seconds, self._reuse)
        self.recorder.process()
        self._ahead.send(self._connection)

    def _make_way(self, operation: str) -> None:
        """Come to the next process if *operation* cannot share the present one."""
        if self._used and (operation in self._alone or self._used in self._alone):
            if not self._ahead:
                self._start()
            elif self._ahead.at_last_process:
                self._stray()
            else:
                self._last_id = 0
                if self._ahead.next_process():
                    self._start()
        self._ran_program = self._ran_program or operation in self._alone
        self._used = operation

    def answers_as_recorded(self) -> bool:
        """Say whether all calls that go ahead were answered with the recorded bytes; else the check must look.

        A check's verdict follows from the answers it gets: the same answers, the same verdict.
        """
        answered = 0
        for leg in self._ahead.legs(self._start):
            if not self._is_as_recorded(leg):
                return False
            answered += leg.length
        self.calls += answered
        return bool(self._ahead)

    def _is_as_recorded(self, leg: Leg) -> bool:
        """Receive the answers of *leg* up to the first that is another one than was recorded."""
        assert self._connection is not None
        try:
            for number, recorded in enumerate(leg.digests(), 1):
                self._ahead.reach(number, self._connection)
                for _ in range(IDLE_MESSAGES):
                    payload = self._connection.receive(self._deadline)
                    self._ahead.received.append(payload)
                    if digest(payload) == recorded:
                        break
                    if not self._is_import(payload, number):
                        return False
                else:
                    return False
        except (Closed, DeadlinePassed, FrameTooLarge):
            return False
        return True

    def _is_import(self, payload: bytes, call: int) -> bool:
        """Say whether it tells of an import, in this call, that is not known to go wrong."""
        if len(payload) > _IMPORT_BYTES:
            return False
        try:
            match wire.decode_frame(payload):
                case ["imported", int(number), str()]:
                    return number == call
                case ["importing", int(number), str(module)]:
                    return number == call and self._known_of(module) is None
        except wire.WireError:
            pass
        return False

    def trace(self, told: set[str]) -> Trace | None:
        """Return what was called since :meth:`begin` and what came back; None if there was nothing, or an ask.

        *told*: see :meth:`Recorder.trace`.
        """
        return self.recorder.trace(self._ran_program, told) if self._asks_left == self._limits.asks else None

    @property
    def alive(self) -> bool:
        """Whether there is a process to call."""
        return self._connection is not None

    def end(self) -> Ending | None:
        """End the present process, if there is one; return how it ended."""
        if self._connection is None:
            return None
        connection, self._connection = self._connection, None  # also if its end cannot be told
        ending = connection.finish()
        self.endings.append(ending)
        return ending

    def close(self) -> None:
        """End the process and the box. Raises SandboxFault if they cannot be ended as they should."""
        try:
            self.end()
        finally:
            self._box.close()

    def __getattr__(self, operation: str) -> Callable[..., Any]:
        if operation.startswith("_"):
            raise AttributeError(operation)

        def ask(*arguments: object) -> Any:
            return self.call(operation, arguments)

        return ask

    def call(self, operation: str, arguments: tuple[object, ...]) -> Any:
        """Call one operation and return its plain result; raises Misbehaved, or SandboxFault."""
        if operation in self._answers:
            raise CheckBroken(f"the check calls {operation} on the submission and also answers asks for it")
        if self._connection is None:
            raise CheckBroken(
                f"{operation} was called when there is no process: outside a check, or after it misbehaved"
            )
        self._make_way(operation)
        connection = self._connection
        self._last_id += 1
        self.calls += 1
        self._idle_left = IDLE_MESSAGES
        received = self._ahead.received
        try:
            frame = wire.encode_frame(["call", self._last_id, operation, list(arguments)], self._limits.frame_kb << 10)
        except wire.WireError:  # our own arguments went through when the reference was graded: these are its results
            self._misbehaved(Verdict.CRASHED, f"returned more than {self._limits.frame_kb} kB of data")
        if self._ahead:
            if not self._ahead.makes(frame):
                self._stray()
            if self._ahead.at_sent:
                self._ahead.reach(self._last_id, connection)
        elif not connection.quiet():
            self._misbehaved(Verdict.CRASHED, NO_ANSWER)
        try:
            if not self._ahead:
                connection.send(frame, self._deadline)
            while True:
                payload = received.popleft() if received else connection.receive(self._deadline)
                message = wire.decode_frame(payload)
                if not self._handle(connection, message):
                    self.recorder.keep(frame, payload)
                    return message[2]
                if not received and time.monotonic() >= self._deadline:  # never wait for endless messages
                    raise DeadlinePassed
        except Closed:
            self._died()
        except DeadlinePassed:
            ending = self.end()
            assert ending is not None
            if ending.cause in (Cause.CPU, Cause.MEMORY):
                self._misbehaved(*message_of(ending, self._full))
            self.endings[-1] = replace(ending, cause=Cause.WALL)  # it was still busy, whatever it was doing just then
            self._misbehaved(*message_of(self.endings[-1], self._full))
        except FrameTooLarge:
            self._broken(f"returned more than {self._limits.frame_kb} kB of data")
        except wire.WireError:
            self._broken(NO_ANSWER)

    def _broken(self, message: str) -> NoReturn:
        """Raise for what is no answer of ours; calls that went ahead may have met something meant for another."""
        if self._ahead:
            self._stray()
        self._misbehaved(Verdict.CRASHED, message)

    def _stray(self) -> NoReturn:
        self.strayed = True
        self.end()
        raise Strayed

    def _handle(self, connection: Connection, message: list[Any]) -> bool:
        """Deal with one message; return False when it is the call's plain result."""
        match message:
            case ["return", int(number), _] if number == self._last_id:
                return False
            case ["importing", int(number), str(module)] if number == self._last_id:
                self._idle()
                self._importing = module
                known = self._known_of(module)
                if known is not None:
                    self._misbehaved(*known)
            case ["imported", int(number), str()] if number == self._last_id:
                self._idle()
                self._importing = ""
            case ["ask", int(number), int(ask), str(operation), list(arguments)] if number == self._last_id:
                if self._ahead:  # it would take the next call for the answer
                    self._stray()
                self._answer(connection, ask, operation, arguments)
            case ["raise", int(number), str(kind), str(text), str(where), str(what)] if number == self._last_id:
                self._raised(kind, text, where, what)
            case ["missing", int(number), str(text), str(where)] if number == self._last_id:
                self._misbehaved(Verdict.MISSING, f"{text}{f' ({where})' if where else ''}")
            case ["output", int(number)] if number == self._last_id:
                self._misbehaved(
                    Verdict.TOO_MUCH_OUTPUT, f"printed more than {self._limits.output_chars:,} characters in one call"
                )
            case _:
                self._broken(NO_ANSWER)
        return True

    def _known_of(self, module: str) -> tuple[Verdict, str] | None:
        """Return what is known to happen when *module* is imported, None where nothing goes wrong."""
        places = [_Place(self._variant, module, hidden) for hidden in (False, True) if self._hidden or not hidden]
        return next((known for place in places if (known := self._bad_imports.get(place)) is not None), None)

    def _idle(self) -> None:
        self._idle_left -= 1
        if self._idle_left < 0:
            self._misbehaved(Verdict.CRASHED, "sent the grader a flood of messages")

    def _raised(self, kind: str, text: str, where: str, what: str) -> None:
        place = f" ({where})" if where else ""
        if what == "memory":
            self._misbehaved(Verdict.OUT_OF_MEMORY, f"used more than {self._limits.memory_mb} MB of memory{place}")
        self._misbehaved(Verdict.RAISED, f"{kind}: {text}{place}" if text else f"{kind}{place}")

    def _answer(self, connection: Connection, ask: int, operation: str, arguments: list[object]) -> None:
        self._asks_left -= 1
        reply: list[object]
        answer = self._answers.get(operation)
        if answer is None or self._asks_left < 0:
            self._idle()
            reply = ["refused", ask, "this question is not open in this check"]
        else:
            try:
                reply = ["answer", ask, answer(*arguments)]
            except NoAnswer as error:
                reply = ["refused", ask, str(error)]
        connection.send(wire.encode_frame(reply, self._limits.frame_kb << 10), self._deadline)

    def _died(self) -> None:
        ending = self.end()
        assert ending is not None
        self._misbehaved(*message_of(ending, self._full))

    def _misbehaved(self, verdict: Verdict, message: str) -> NoReturn:
        """Raise; what happened while a file was being imported is remembered, for it would happen again."""
        message = printable(message)
        if self._importing and verdict is not Verdict.MISSING:
            module, self._importing = self._importing, ""
            known = self._known_of(module)
            if known is None:
                place = _Place(self._variant, module, self._hidden)
                message = printable(f"while {module[:_NAME]}.py was being imported, it {message}")
                self._import_failures[place] += 1
                if verdict not in RESOURCE_VERDICTS or self._import_failures[place] >= 2:
                    self._bad_imports[place] = (verdict, message)
            else:
                verdict, message = known
        self.end()
        raise Misbehaved(verdict, message)
