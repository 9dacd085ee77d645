"""Runs the function of a check against sessions, and turns its end into an outcome.

* An ``AssertionError`` (from ``expect``, ``fail`` or a plain assert) is a wrong answer.
* ``Misbehaved`` carries the cause: how the program went wrong.
* ``SandboxError`` is the sandbox's: it passes through, and the run is tried again.
* Any other exception is the check's own: *grader_fault*, and the submission is not gradable.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from graders.harness.assignment.check import NOTE, CheckFailed, Misbehaved
from graders.harness.assignment.manifest import Assignment
from graders.harness.assignment.transcript import OUTPUT
from graders.harness.grading.calls import (
    LONGEST,
    RUN_PROGRAM,
    has_own_language,
    shown_call,
)
from graders.harness.grading.checks import Check
from graders.harness.grading.faults import told
from graders.harness.grading.lines import Sources
from graders.harness.grading.outcome import PASSED, SHAPE_ERRORS, Outcome
from graders.harness.replay.prefetch import NotPrefetched
from graders.harness.replay.recording import decode_example
from graders.harness.result import Cause, CauseKind, Exhibit, Text, Verdict, printable
from graders.harness.sandbox.interface import SandboxError
from graders.harness.session.session import Session
from graders.harness.session.timers import (
    JUDGE_CPU_SECONDS,
    JudgeOutOfTime,
    judge_clock,
)

WITH = "with"
"""The label of the exhibit of a property's example."""
PRINTED = "it printed"
"""The label of the exhibit of a program's output, which depends on more than a fault."""
PLAIN = frozenset(["expected", "got", "tolerance", "expected, in any order", NOTE, OUTPUT])
"""Labels of the exhibits of ``expect`` and its like, which do not show the input."""


class OnExample:
    """One run of a property's body on an example."""

    def __init__(
        self,
        body: Callable[..., object],
        arguments: Mapping[str, Any],
        example: Mapping[str, Any],
    ) -> None:
        self._body = body
        self._arguments = arguments
        self.example = example

    def __call__(self) -> object:
        """Run the body once."""
        return self._body(**self._arguments, **self.example)


class ExampleRunner:
    """Runs checks, once or on examples, and describes failures."""

    def __init__(
        self,
        assignment: Assignment,
        files: Mapping[str, bytes],
        *,
        records: bool = False,
    ) -> None:
        """Show lines of *files*, the submission's.

        records: the submission is the reference, so that an exception is always the check's fault.
        """
        self._assignment = assignment
        self._sources = Sources(files)
        self.records = records
        self.unexpected_shapes: list[str] = []
        """Tracebacks of checks that could not interpret an answer: for staff."""

    def on_examples(
        self,
        check: Check,
        arguments: dict[str, Any],
        examples: Iterable[bytes],
        session: Session,
    ) -> tuple[Outcome, int]:
        """Run *check* on each example; return the first failure and its index, or PASSED.

        A check that is no property runs once; *examples* are not used then.
        """
        with_index = enumerate(self.runs(check, arguments, examples))
        for index, run in with_index:
            outcome = self.outcome(run, session)
            if outcome.verdict is not Verdict.PASSED:
                return outcome, index
        return PASSED, 0

    @staticmethod
    def passes_on(runs: Iterable[Callable[[], object]]) -> bool | None:
        """Return whether a check's *runs* on prefetched replies all pass; None if they ended in
        another way than by a wrong answer, such as at a call that was not prefetched.
        """
        try:
            with judge_clock():
                for run in runs:
                    run()
        except AssertionError:
            return False
        except (Exception, JudgeOutOfTime, NotPrefetched):
            return None
        return True

    @staticmethod
    def runs(
        check: Check, arguments: dict[str, Any], examples: Iterable[bytes]
    ) -> Iterator[Callable[[], object]]:
        """Yield what runs *check*: once, or, if it is a property, on each of the *examples*."""
        body = check.body
        if not check.is_property:
            yield lambda: body(**arguments)
            return
        for raw in examples:
            yield OnExample(body, arguments, decode_example(raw))

    def outcome(self, run: Callable[[], object], session: Session) -> Outcome:
        """Call *run* and return how it ended. Raises SandboxError."""
        try:
            with judge_clock():
                run()
        except CheckFailed as wrong:
            message = wrong.message if wrong.is_described else ""
            exhibits = self._described(message, wrong.exhibits, run, session)
            return _wrong_answer(wrong, (*exhibits, *_printed(session)))
        except AssertionError as wrong:
            return _wrong_answer(wrong, self._described(_words(wrong), (), run, session))
        except Misbehaved as wrong:
            return self._misbehaved(wrong, session)
        except JudgeOutOfTime:
            return Outcome.of(Cause(CauseKind.JUDGE_LIMIT, limit=JUDGE_CPU_SECONDS))
        except SandboxError:
            raise
        except NotPrefetched:  # by extensions that try a check on prefetched replies
            return Outcome.of(Cause(CauseKind.CHECK_BROKEN))
        except Exception as error:
            return self._broken(error, session)
        return PASSED

    def _described(
        self,
        message: str,
        exhibits: tuple[Exhibit, ...],
        run: Callable[[], object],
        session: Session,
    ) -> tuple[Exhibit, ...]:
        """Return *exhibits* of a wrong answer, with its input if the check does not show it.

        Without the author's message that is the last call; of a property also its example, unless
        the text so far names every value. A check with other exhibits than those of ``expect``
        shows enough, and a grader with a module ``calls`` has a language of its own.
        """
        is_plain = PLAIN.issuperset(exhibit.label for exhibit in exhibits)
        command = self._command(session)
        if has_own_language(self._assignment) or not is_plain:
            return (*command, *exhibits)
        call = command if message else self._call(session)
        text = message + "".join(exhibit.text for exhibit in call if isinstance(exhibit, Text))
        example = run.example if isinstance(run, OnExample) else {}
        arguments = {name: repr(part) for name, part in example.items()}
        if not all(part in text for part in arguments.values()):
            lines = [f"{name} = {part}"[:LONGEST] for name, part in arguments.items()]
            call = (Text(label=WITH, text=printable("\n".join(lines))), *call)
        return (*call, *exhibits)

    def _command(self, session: Session) -> tuple[Exhibit, ...]:
        """Return the command line and files of a program that got any by the last call."""
        operation, arguments = session.last_call
        is_program = bool(self._assignment.manifest.calls) and operation == RUN_PROGRAM
        if not is_program or not any(arguments[2:]):
            return ()
        program, _, *given = arguments
        return shown_call(self._assignment, operation, (program, [], *given))

    def _call(self, session: Session) -> tuple[Exhibit, ...]:
        """Return the last call; of a step with objects, the statements that led to it."""
        operation, arguments = session.last_call
        story = session.story() if session.story is not None else None
        if story is not None:
            return (Text(label="call", text=story),)
        return shown_call(self._assignment, operation, arguments) if operation else ()

    def _broken(self, error: Exception, session: Session) -> Outcome:
        """Return the outcome of a check that raised an exception of its own."""
        if self.records:
            return Outcome.of(Cause(CauseKind.CHECK_BROKEN), log=told(error, self._assignment))
        log = traceback.format_exc()
        if isinstance(error, SHAPE_ERRORS) and session.answered:
            self.unexpected_shapes.append(log)
            return Outcome.of(Cause(CauseKind.UNEXPECTED_SHAPE), log=log)
        return Outcome.of(Cause(CauseKind.CHECK_BROKEN), log=log)

    def _misbehaved(self, wrong: Misbehaved, session: Session) -> Outcome:
        """Return the outcome of a call without a proper answer; a file that did not load in time
        gets the line of its loop.
        """
        cause, place = wrong.cause, None
        if cause.loading and wrong.verdict is Verdict.TIMEOUT:
            place = self._sources.loop(wrong.where)
        if place:
            cause = msgspec.structs.replace(cause, file=place.file, line=place.line).safe()
        return Outcome.of(cause, self._exhibits(wrong, session))

    def _exhibits(self, wrong: Misbehaved, session: Session) -> tuple[Exhibit, ...]:
        """Return the call that led to it, unless the check shows it, and the submission's lines.

        A missing name or file is missing for every call, as is one that does not load: none is
        shown.
        """
        lines = (
            self._sources.running(wrong.where)
            if wrong.verdict is Verdict.TIMEOUT
            else self._sources.raised(wrong.where)
        )
        if wrong.verdict is Verdict.MISSING or wrong.cause.loading:
            return (*lines, *_printed(session))
        is_shown = any(exhibit.label != NOTE for exhibit in wrong.exhibits)
        call = () if is_shown else self._call(session)
        return (*wrong.exhibits, *call, *lines, *_printed(session))


def _wrong_answer(wrong: AssertionError, exhibits: tuple[Exhibit, ...] = ()) -> Outcome:
    """Return the outcome of a check that has failed, with these *exhibits*."""
    words = wrong.message if isinstance(wrong, CheckFailed) else _words(wrong)
    cause = Cause(CauseKind.WRONG_ANSWER, detail=printable(words))
    return Outcome.of(cause, exhibits)


def _words(wrong: AssertionError) -> str:
    """Return the message of an ``assert``."""
    return str(wrong.args[0]) if wrong.args else ""


def _printed(session: Session) -> tuple[Exhibit, ...]:
    printed = session.printed
    return (Text(label=PRINTED, text=printed),) if printed else ()
