"""The judge's end of the pipe: operations, answers to asks, and what became of the process at the
other end.

A :class:`Session` belongs to one program in one box. :meth:`Session.begin` gets a fresh process;
then every attribute is an operation of the driver: ``session.rotate(board, 1)`` sends a call and
returns plain data, or raises a :class:`~graders.harness.assignment.check.Misbehaved` that says how
the program went wrong. Nothing that comes over the pipe is trusted beyond being plain data.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, NamedTuple, NoReturn

import msgspec

from graders.harness.assignment.check import Misbehaved, exception_in_words, told_place
from graders.harness.assignment.manifest import Limits
from graders.harness.errors import GraderError
from graders.harness.inside.streams import KEPT
from graders.harness.protocol import values
from graders.harness.replay.scout import IDLE_MESSAGES, Patience, Scout, Strayed
from graders.harness.replay.trace import Recorder, Telling, Trace, digest
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
from graders.harness.session.callbacks import Questions


class CheckBroken(GraderError):
    """A check does what no check may; a fault of the grader, not of a submission."""


LEAST_WALL_SECONDS = 10.0
"""Wall time of a process whose CPU time is limited further: a busy machine must not be what ends
it.
"""

RUN_TIMES = 2
"""Wall time of all processes together that one run of a check needs, as a multiple of what each
gets.
"""

ENDLESS_PART = 0.5
"""Part of the time of all calls that one took which is told as the one that did not end."""

_NAME = 100
"""Characters of a module's name that are shown: the sandbox says it, and may say anything."""

FLOOD = "sent the grader a flood of messages"
NO_ANSWER = "wrote to the grader's own channel"
"""Said of whatever comes too early, too late or twice: which of these it looks like is a matter of
chance.
"""

RESOURCE_VERDICTS = frozenset({Verdict.TIMEOUT, Verdict.OUT_OF_MEMORY})
"""Verdicts of a program that has used up what it was given."""


def message_of(ending: Ending, limits: Limits) -> tuple[Verdict, str]:
    """Return verdict and message for a process that ended while a call was under way.

    *limits* are the manifest's: what a check had of them depends on what the reference needed where
    it was recorded, and on those that ran out of time before, of which a message must not speak.
    """
    match ending.cause:
        case Cause.CPU:
            return (
                Verdict.TIMEOUT,
                f"used up its computing time, at most {limits.cpu_seconds:g} s (an endless loop?)",
            )
        case Cause.WALL:
            return (
                Verdict.TIMEOUT,
                f"had not finished when its time was up, at most {limits.wall_seconds:g} s",
            )
        case Cause.MEMORY:
            return Verdict.OUT_OF_MEMORY, f"used more than {limits.memory_mb} MB of memory"
        case Cause.SIGNAL:
            return Verdict.CRASHED, f"crashed the interpreter (signal {ending.status})"
        case Cause.EXITED:
            return (
                Verdict.CRASHED,
                f"ended the whole program (exit status {ending.status}) instead of returning",
            )
        case Cause.FINISHED:
            return Verdict.CRASHED, "closed the grader's own channel instead of returning"


def allowed(limits: Limits, cpu_seconds: float) -> Limits:
    """Return *limits* with so much CPU time, if that is less, and wall time in proportion; 0 for
    what they say.
    """
    if not 0 < cpu_seconds < limits.cpu_seconds:
        return limits
    wall = max(LEAST_WALL_SECONDS, limits.wall_seconds * cpu_seconds / limits.cpu_seconds)
    return msgspec.structs.replace(
        limits, cpu_seconds=cpu_seconds, wall_seconds=min(wall, limits.wall_seconds)
    )


class _Place(NamedTuple):
    """Where a module is imported."""

    variant: str
    module: str
    hidden: bool
    """Whether by a process that was asked what students may not know."""


class Known(NamedTuple):
    """What is known to become of a call: as :class:`Misbehaved` tells it."""

    verdict: Verdict
    message: str
    where: str = ""

    def raised(self) -> Misbehaved:
        """Return it to be raised."""
        return Misbehaved(self.verdict, self.message, where=self.where)


class Session:
    """Operations of one program in one box, one fresh process at a time."""

    def __init__(self, box: Box, limits: Limits, alone: Iterable[str] = ()) -> None:
        """*alone* names operations that run a whole program: each call of one has a fresh process
        to itself.
        """
        self._box = box
        self._full = self._allowed = limits
        self._haste = 1.0
        self._connection: Connection | None = None
        self._deadline = self._end_of_run = 0.0
        self._last_id = 0
        self._variant = "own"
        self._alone = frozenset(alone)
        self._used = ""
        """The last operation that the present process was called for; empty when it is fresh."""
        self._reuse = self._is_last = False
        self._process = -1
        """Number of the present process since :meth:`begin`, from 0."""
        self._strayed: Strayed | None = None
        self.unlike = False
        """Whether a call was answered in another way than the scout was answered to the very same
        call.
        """
        self.recorder = Recorder()
        self._questions = Questions({}, limits)
        self._idle_left = 0
        self._importing = ""
        self.first_import = ""
        """The module that the first call since :meth:`begin` has imported first."""
        self._spared: Known | None = None
        """What the first call is known to come to, so that no process is needed to find out."""
        self._hidden = False
        self._bad_imports: dict[_Place, Known] = {}
        self._import_failures: Counter[_Place] = Counter()
        self.calls = 0
        self.last_call: tuple[str, tuple[object, ...]] = ("", ())
        """The last operation that was called since :meth:`begin`, and its arguments."""
        self._printed = self._busy = ""
        self._called = self._called_first = 0.0
        self.by_and_by = False
        """Whether its time ran out over many calls: then it is a matter of chance which one was the
        last.
        """
        self.endings: list[Ending] = []
        self._before = 0
        self._calls_before = 0
        """How many processes had ended, and calls been made, at :meth:`begin`."""

    def hurry(self) -> None:
        """Give the processes to come half the time, but not less than the limits say."""
        floor = min(1.0, self._full.hurried_cpu_seconds / self._full.cpu_seconds)
        self._haste = max(floor, self._haste / 2)

    def go_on_from(self, lost: Session) -> None:
        """Know what *lost* knew, whose sandbox failed: the rest of the result is to be the same as
        if it had not.
        """
        self._haste = lost._haste
        self._bad_imports, self._import_failures = lost._bad_imports, lost._import_failures
        self.recorder.on, self.recorder.packs = lost.recorder.on, lost.recorder.packs
        self.calls, self.endings = lost.calls, lost.endings

    def begin(
        self,
        variant: str = "own",
        questions: Questions | None = None,
        cpu_seconds: float = 0.0,
        reuse: bool = False,
        hidden: bool = False,
        strayed: Strayed | None = None,
        first_import: str = "",
        last: bool = False,
    ) -> None:
        """Get a fresh process in *variant*; *questions* are those that are open while it lives.

        *cpu_seconds*: what each process may use, where that is less than the limits say; wall time
        goes with it.

        What becomes of an import is remembered. *hidden*: what the process is asked is kept from
        students. Then what it says of an import, which may be just that, is not told again to a
        process without it.

        With *reuse*, one that has served before will do (see the interface of boxes); no verdict
        may rest on it.

        *last*: no other process will be asked for after this one (see the interface).

        *strayed*: what the scout was told; :attr:`unlike` then says whether this process tells
        something else.

        *first_import*: the module that the first call imports before anything else. Where that is
        known to go wrong, no process is started.
        """
        self.end()
        self._variant, self._hidden = variant, hidden
        self._questions = questions or Questions({}, self._full)
        self.last_call, self._printed = ("", ()), ""
        self._called_first, self.by_and_by = 0.0, False
        self._allowed = allowed(self._full, cpu_seconds)
        self._reuse, self._is_last = reuse, last
        self._process = -1
        self._strayed, self.unlike = strayed, False
        self.recorder.forget()
        self.first_import = ""
        self._before, self._calls_before = len(self.endings), self.calls
        self._end_of_run = time.monotonic() + RUN_TIMES * self._allowed.wall_seconds * self._haste
        self._spared = self._known_of(first_import)
        if self._spared is None:
            self._start()

    def _start(self) -> None:
        """Get another process."""
        self.end()
        self._last_id = 0
        self._process += 1
        self._used = self._importing = ""
        self._deadline = min(
            time.monotonic() + self._allowed.wall_seconds * self._haste, self._end_of_run
        )
        seconds = self._allowed.cpu_seconds * self._haste
        self._connection = self._box.connect(self._variant, seconds, self._reuse, self._is_last)
        self.recorder.process()

    def _make_way(self, operation: str) -> None:
        """Get another process if *operation* cannot share the present one."""
        if self._used and (operation in self._alone or self._used in self._alone):
            self._start()
        self._used = operation

    def scout(self, patience: Patience) -> Scout:
        """Return a scout of the same program, in the same box."""
        return Scout(self._box, self._full, patience)

    def trace(self) -> tuple[Trace, Telling] | None:
        """Return what was called since :meth:`begin`, and what came back; None if there was
        nothing.
        """
        return self.recorder.trace(self._questions.asked)

    @property
    def cpu_seconds(self) -> float:
        """The most CPU time that one of the processes used that have ended since :meth:`begin`."""
        return max((ending.cpu_seconds for ending in self.endings[self._before :]), default=0.0)

    @property
    def answered(self) -> bool:
        """Whether a call has been answered since :meth:`begin`."""
        return self.calls > self._calls_before

    @property
    def printed(self) -> str:
        """What the program printed in the last call, cut and marked; of a call that is kept from
        students nothing.
        """
        if self._hidden:
            return ""
        shown = self._printed[:KEPT].rstrip("\n")
        return printable(shown) + ("\n... (cut here)" if len(self._printed) > KEPT else "")

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
        if operation in self._questions.open:
            raise CheckBroken(
                f"the check calls {operation} on the submission and also answers asks for it"
            )
        if self._spared is not None:
            known, self._spared = self._spared, None
            raise known.raised()
        if self._connection is None:
            raise CheckBroken(
                f"{operation} was called when there is no process: outside a check, or after it misbehaved"
            )
        self._make_way(operation)
        connection = self._connection
        self._last_id += 1
        self.calls += 1
        self.last_call, self._printed, self._busy = (operation, arguments), "", ""
        self._called = time.monotonic()
        self._called_first = self._called_first or self._called
        self._idle_left = IDLE_MESSAGES
        try:
            frame = values.encode_frame(
                ["call", self._last_id, operation, list(arguments)], self._full.frame_kb << 10
            )
        except (
            values.WireError
        ):  # our own arguments went through when the reference was graded: these are its results
            self._misbehaved(
                Verdict.CRASHED, f"returned more than {self._full.frame_kb} kB of data"
            )
        if not connection.quiet():
            self._misbehaved(Verdict.CRASHED, NO_ANSWER)
        try:
            connection.send(frame, self._deadline)
            while True:
                payload = connection.receive(self._deadline)
                reply = self._questions.known_reply(self._last_id, payload)
                if reply is not None:
                    connection.send(reply, self._deadline)
                else:
                    message = values.decode(payload)
                    self._compare(message, payload)
                    if not self._handle(connection, message, payload):
                        self.recorder.keep(frame, payload)
                        return message[2]
                if time.monotonic() >= self._deadline:  # never wait for endless messages
                    raise DeadlinePassed
        except Closed:
            self._died()
        except DeadlinePassed:
            ending = self.end()
            assert ending is not None
            if ending.cause in (Cause.CPU, Cause.MEMORY):
                self._misbehaved(*message_of(ending, self._full))
            self.endings[-1] = replace(
                ending, cause=Cause.WALL
            )  # it was still busy, whatever it was doing just then
            self._misbehaved(*message_of(self.endings[-1], self._full))
        except FrameTooLarge:
            self._misbehaved(
                Verdict.CRASHED, f"returned more than {self._full.frame_kb} kB of data"
            )
        except values.WireError:
            self._misbehaved(Verdict.CRASHED, NO_ANSWER)

    def _compare(self, message: list[Any], payload: bytes) -> None:
        """Take note if this answers otherwise what the scout was answered to the same call."""
        strayed = self._strayed
        if strayed is None or (strayed.leg, strayed.call) != (self._process, self._last_id):
            return
        if message[:1] not in (["importing"], ["imported"], ["ask"], ["printed"], ["busy"]):
            self._strayed, self.unlike = None, strayed.answer not in (None, digest(payload))

    def _handle(self, connection: Connection, message: list[Any], payload: bytes) -> bool:
        """Deal with one message; return False when it is the call's plain result."""
        match message:
            case ["return", int(number), _] if number == self._last_id:
                return False
            case ["importing", int(number), str(module)] if number == self._last_id:
                self._idle()
                self._importing = module
                if (self._process, self._last_id) == (0, 1):
                    self.first_import = self.first_import or module[:_NAME]
                known = self._known_of(module)
                if known is not None:
                    self._misbehaved(*known)
            case ["imported", int(number), str()] if number == self._last_id:
                self._idle()
                self._importing = ""
            case ["ask", int(number), int(ask), str(operation), list(arguments)] if (
                number == self._last_id
            ):
                reply, answers = self._questions.reply(payload, ask, operation, arguments)
                if not answers:
                    self._idle()
                connection.send(reply, self._deadline)
            case ["raise", int(number), str(kind), str(text), str(where), str(what)] if (
                number == self._last_id
            ):
                self._raised(kind, text, where, what)
            case ["printed", int(number), str(text)] if number == self._last_id:
                self._idle()
                self._printed = text[: KEPT + 1]
            case ["busy", int(number), str(where), str(text)] if number == self._last_id:
                self._idle()
                self._busy, self._printed = where, text[: KEPT + 1]
            case ["absent", int(number), str(module), str(text), str(where)] if (
                number == self._last_id
            ):
                known = Known(Verdict.MISSING, printable(_with_place(text, where)), where)
                self._bad_imports[_Place(self._variant, module[:_NAME], self._hidden)] = known
                self._misbehaved(*known)
            case ["missing", int(number), str(text), str(where)] if number == self._last_id:
                self._misbehaved(Verdict.MISSING, _with_place(text, where), where)
            case ["output", int(number)] if number == self._last_id:
                self._misbehaved(
                    Verdict.TOO_MUCH_OUTPUT,
                    f"printed more than {self._full.output_chars:,} characters in one call",
                )
            case _:
                self._misbehaved(Verdict.CRASHED, NO_ANSWER)
        return True

    def _known_of(self, module: str) -> Known | None:
        """Return what is known to happen when *module* is imported, None where nothing goes wrong."""
        places = [
            _Place(self._variant, module, hidden)
            for hidden in (False, True)
            if self._hidden or not hidden
        ]
        return next(
            (known for place in places if (known := self._bad_imports.get(place)) is not None), None
        )

    def bad_imports(self) -> frozenset[tuple[str, str]]:
        """Return the variants and modules of which is known that their import goes wrong."""
        return frozenset((place.variant, place.module) for place in self._bad_imports)

    def _idle(self) -> None:
        self._idle_left -= 1
        if self._idle_left < 0:
            self._misbehaved(Verdict.CRASHED, FLOOD)

    def _raised(self, kind: str, text: str, where: str, what: str) -> None:
        if what == "memory":
            told = _with_place(f"used more than {self._full.memory_mb} MB of memory", where)
            self._misbehaved(Verdict.OUT_OF_MEMORY, told, where)
        self._misbehaved(Verdict.RAISED, exception_in_words(kind, text, where), where)

    def _died(self) -> None:
        ending = self.end()
        assert ending is not None
        self._misbehaved(*message_of(ending, self._full))

    def _misbehaved(self, verdict: Verdict, message: str, where: str = "") -> NoReturn:
        """Raise; what happened while a file was being imported is remembered, for it would happen
        again.
        """
        message = printable(message)
        if verdict is Verdict.TIMEOUT:
            where, now = self._busy, time.monotonic()
            self.by_and_by = now - self._called < ENDLESS_PART * (now - self._called_first)
            if self.by_and_by:
                where, self.last_call, self._printed = "", ("", ()), ""
        if self._importing and verdict is not Verdict.MISSING:
            module, self._importing = self._importing, ""
            known = self._known_of(module)
            if known is None:
                place = _Place(self._variant, module, self._hidden)
                message = printable(f"while {module[:_NAME]}.py was being loaded, it {message}")
                self._import_failures[place] += 1
                by_the_clock = verdict is Verdict.TIMEOUT and self.endings[-1].cause is Cause.WALL
                if not by_the_clock or self._import_failures[place] >= 2:
                    self._bad_imports[place] = Known(verdict, message, where)
            else:
                verdict, message, where = known
        self.end()
        raise Misbehaved(verdict, message, where=where)


def _with_place(text: str, where: str) -> str:
    place = told_place(where)
    return f"{text} ({place})" if place else text
