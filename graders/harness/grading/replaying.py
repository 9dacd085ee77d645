"""Runs one check again on a submission, on the one example that it failed on, and takes down what
was asked and said.

For people who want to see a failure happen (``grader replay``); no marks come of it.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest

from graders.harness.assignment.check import CheckSpec, Misbehaved
from graders.harness.assignment.naming import the_one
from graders.harness.errors import GraderError
from graders.harness.grading.grader import Grader
from graders.harness.grading.judge import Judge, Outcome
from graders.harness.intake import Submission
from graders.harness.protocol import values
from graders.harness.replay import recording
from graders.harness.replay.scout import Heard
from graders.harness.result import CheckResult, Result, Verdict


class ReplayError(GraderError):
    """There is nothing to run again; the message says why, and what to do."""


@dataclass(slots=True)
class Call:
    """One call that a check made."""

    operation: str
    arguments: tuple[Any, ...]
    answer: Any = None
    trouble: str = ""
    """How the program misbehaved in place of an answer."""
    expected: Any = None
    shared: int | None = None
    """How many arguments the reference was asked with, whose answer is *expected*; the others are
    what stand-ins are told. None where the check did not ask the reference the same.
    """

    @property
    def known(self) -> bool:
        """Whether it is known what the reference answers."""
        return self.shared is not None


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of it."""

    check: str
    title: str
    outcome: Outcome
    calls: tuple[Call, ...]
    """Those made in the variant that the outcome is told of."""


def failed_check(result: Result, name: str) -> CheckResult:
    """Return the check of *result* that is called *name*, or the failed one that *name* fits as
    :func:`the_one` says.

    Raises ReplayError if it has nothing to run again, and UnknownName.
    """
    checks = {check.id: check for check in result.checks}
    failed = [
        id_ for id_, one in checks.items() if one.verdict not in (Verdict.PASSED, Verdict.NOT_RUN)
    ]
    if name not in checks:
        see = f"not passed: {', '.join(failed) or 'none'}"
        name = the_one(name, failed, what="failed check of this result", see=see)
    if checks[name].verdict is Verdict.PASSED:
        raise ReplayError(f"{name} passed: there is nothing to repeat")
    if checks[name].verdict is Verdict.NOT_RUN:
        raise ReplayError(f"{name} was not run: there is nothing to repeat")
    return checks[name]


def replay(grader: Grader, submission: Submission, check: str, example: str = "") -> Replayed:
    """Run the check called *check* again on *submission*; of a property only *example*, as a result
    has it.

    Raises ReplayError if this grader has no such check or example, and GraderBroken.
    """
    kind, grader.kind = grader.kind, Replay
    try:
        judge = grader.judge(submission)
    finally:
        grader.kind = kind
    assert isinstance(judge, Replay)
    judge.scouts, judge.only = False, frozenset([check])
    if example:
        judge.kept = _with(judge.kept, check, example)
    grader.run(judge)
    if not judge.judged:
        raise ReplayError(
            f"this grader cannot run {check} here: it has no such check, or nobody here knows its answers"
        )
    (judged,) = judge.judged
    outcome = judged.outcome
    if outcome.verdict is Verdict.GRADER_FAULT:
        raise ReplayError(f"{check} cannot be run again: {outcome.log.strip() or outcome.message}")
    calls = next((calls for one, calls in judge.tried if one is outcome), [])
    return Replayed(check, judged.title, outcome, tuple(calls))


def _with(kept: recording.Recording, check: str, example: str) -> recording.Recording:
    """Return *kept* with *example* as the only one of *check*. Raises ReplayError if it cannot be
    one.
    """
    given = kept.examples.get(check)
    try:
        fits = (
            given
            and recording.decode_example(example.encode()).keys()
            == recording.decode_example(given[0]).keys()
        )
    except (values.WireError, AttributeError, LookupError):
        fits = False
    if not fits:
        raise ReplayError(
            f"{check} has changed since this result was made: grade the submission again"
        )
    return msgspec.structs.replace(
        kept, examples={**kept.examples, check: [msgspec.Raw(example.encode())]}
    )


@dataclass
class Replay(Judge):
    """Runs checks as a judge does, without a search for smaller examples, and listens; see
    :class:`Judge`.
    """

    tried: list[tuple[Outcome, list[Call]]] = field(default_factory=list)
    """How each run of a check ended, and what it called."""
    _calls: list[Call] = field(default_factory=list)
    _answers: list[tuple[str, tuple[Any, ...], Any]] = field(default_factory=list)

    def survey(self) -> None:
        """Nobody asks how the code is written."""

    def _run(self, item: pytest.Function, spec: CheckSpec, variant: str) -> Outcome:
        self._calls, self._answers = [], []
        outcome = super()._run(item, spec, variant)
        for call in self._calls:
            self._expect(call)
        self.tried.append((outcome, self._calls))
        return outcome

    def _outcome(self, run: Callable[[], object]) -> Outcome:
        """See :class:`Judge`; of a property's examples only the last one's calls are told."""
        self._calls.clear()
        self._answers.clear()
        return super()._outcome(run)

    def _with_small_example(
        self, item: pytest.Function, spec: CheckSpec, outcome: Outcome
    ) -> Outcome:
        return outcome

    def _fixtures(self, item: pytest.Function, heard: Heard | None = None) -> dict[str, Any]:
        given = super()._fixtures(item, heard)
        listening = {"student": self._asked_student, "reference": self._asked_reference}
        return {
            name: _Listening(value, listening[name]) if name in listening else value
            for name, value in given.items()
        }

    def _asked_student(
        self, operation: str, arguments: tuple[Any, ...], ask: Callable[..., Any]
    ) -> Any:
        call = Call(operation, copy.deepcopy(arguments))
        self._calls.append(call)
        try:
            answer = ask(*arguments)
        except Misbehaved as error:
            call.trouble = error.message
            raise
        call.answer = copy.deepcopy(answer)
        return answer

    def _asked_reference(
        self, operation: str, arguments: tuple[Any, ...], ask: Callable[..., Any]
    ) -> Any:
        asked = copy.deepcopy(arguments)
        answer = ask(*arguments)
        self._answers.append((operation, asked, copy.deepcopy(answer)))
        return answer

    def _expect(self, call: Call) -> None:
        """Note what the reference answered to *call*, which may tell the submission more than the
        reference.
        """
        for operation, arguments, answer in self._answers:
            if operation == call.operation and call.arguments[: len(arguments)] == arguments:
                call.expected, call.shared = answer, len(arguments)


class _Listening:
    """A player whose operations are called through *listener*."""

    def __init__(
        self, player: Any, listener: Callable[[str, tuple[Any, ...], Callable[..., Any]], Any]
    ) -> None:
        self._player, self._listener = player, listener

    def __getattr__(self, operation: str) -> Callable[..., Any]:
        ask = getattr(self._player, operation)
        return lambda *arguments: self._listener(operation, arguments, ask)
