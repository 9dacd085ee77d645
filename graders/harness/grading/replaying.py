"""Runs one check again on a submission, on the one example that it failed on, and logs its calls
and replies.

For people who want to see a failure happen (``grader replay``); no marks come of it.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec

from graders.harness.assignment.check import Misbehaved
from graders.harness.assignment.naming import by_likeness, first_of, match_one
from graders.harness.errors import GraderError
from graders.harness.grading.calls import shown_call
from graders.harness.grading.checks import Check, Invoke
from graders.harness.grading.grader import Grader
from graders.harness.grading.outcome import Outcome
from graders.harness.grading.variants import VariantRun, Workbench, is_preferred
from graders.harness.intake import Submission
from graders.harness.protocol import values
from graders.harness.replay import recording
from graders.harness.result import (
    Cause,
    CheckResult,
    Exhibit,
    Result,
    Verdict,
    not_passed,
)
from graders.harness.session.operations import Operations


class ReplayError(GraderError):
    """There is nothing to run again; the message says why, and what to do."""


@dataclass(slots=True)
class LoggedCall:
    """One call that a check made."""

    operation: str
    arguments: tuple[Any, ...]
    answer: Any = None
    trouble: Cause | None = None
    """Why there is no answer."""
    expected: Any = None
    shared: int | None = None
    """Number of arguments that the reference got, whose answer is *expected*; the others are for
    stand-ins. None if the check did not ask the reference the same.
    """
    shown: tuple[Exhibit, ...] = ()
    """The call as reports show it."""

    @property
    def known(self) -> bool:
        """Whether the reference's answer is known."""
        return self.shared is not None


@dataclass(frozen=True, slots=True)
class Replayed:
    """How the run ended."""

    check: str
    title: str
    outcome: Outcome
    calls: tuple[LoggedCall, ...]
    """The calls of the variant that the outcome is about."""
    earlier: tuple[LoggedCall, ...] = ()
    """The calls that the same process got before, with other examples."""


def failed_check(result: Result, name: str) -> CheckResult:
    """Return the check of *result* that is called *name*, or the failed one that *name* fits as
    :func:`match_one` says.

    Raises ReplayError if it has nothing to run again, and UnknownName.
    """
    checks = {check.id: check for check in result.checks}
    failed = [check.id for check in not_passed(result.checks)]
    if name not in checks:
        see = f"not passed: {first_of(by_likeness(name, failed))}"
        name = match_one(name, failed, what="failed check of this result", see=see)
    if checks[name].verdict is Verdict.PASSED:
        raise ReplayError(f"{name} passed: there is nothing to repeat")
    if checks[name].verdict is Verdict.NOT_RUN:
        raise ReplayError(f"{name} was not run: there is nothing to repeat")
    return checks[name]


def replay(grader: Grader, submission: Submission, check: str, example: str = "") -> Replayed:
    """Run the check called *check* again on *submission*.

    example: of a property, the only example to run, as a result has it. Raises ReplayError if this
    grader has no such check or example, and GraderBroken.
    """
    from graders.harness.grading.plugin import ChecksPlugin, run_pytest

    kept = grader.recorded()
    if example:
        kept = _with(kept, check, example)
    replayed: list[Replayed] = []

    def loop(checks: list[Check], invoke: Invoke) -> None:
        for chosen in checks:
            runs: list[tuple[VariantRun, CallLog]] = []
            invoke(chosen, lambda chosen=chosen, runs=runs: _run(bench, chosen, runs))  # type: ignore[misc]
            run, log = runs[-1]
            for call in log.calls:
                call.shown = shown_call(grader.assignment, call.operation, call.arguments)
            calls = tuple(log.calls), tuple(log.earlier)
            replayed.append(Replayed(chosen.id, chosen.title, run.outcome, *calls))

    selection = grader.selection(only=frozenset([check]))
    plugin = ChecksPlugin(grader.assignment, loop, selection, validated=kept.checks)
    with grader.bench(submission, kept) as bench:
        run_pytest(grader.assignment, plugin)
    if not replayed:
        raise ReplayError(
            f"this grader cannot run {check} here: it has no such check, or no reference to "
            "answer its callbacks"
        )
    outcome = replayed[0].outcome
    if outcome.verdict is Verdict.GRADER_FAULT:
        reason = outcome.log.strip() or (outcome.cause.summary() if outcome.cause else "")
        raise ReplayError(f"{check} cannot be run again: {reason}")
    return replayed[0]


def _run(bench: Workbench, check: Check, runs: list[tuple[VariantRun, CallLog]]) -> Outcome:
    """Run *check* in its variants until it passes; put the run to report last in *runs*."""
    for variant in check.spec.variants:
        log = CallLog()
        outcome = bench.sandbox.retried(partial(_run_in, bench, check, variant, log))
        run = VariantRun(variant, outcome)
        log.add_expected()
        if not runs or is_preferred(run, runs[-1][0]):
            runs.append((run, log))
        if run.outcome.verdict is Verdict.PASSED:
            break
    return runs[-1][0].outcome


def _run_in(bench: Workbench, check: Check, variant: str, log: CallLog) -> Outcome:
    examples = log.restarted(bench.raw_examples(check))
    bench.begin(check, variant)
    session = bench.sandbox.session
    arguments = check.arguments(
        _Listening(session, log.asked_student),
        _Listening(bench.reference, log.asked_reference),
        bench.recording.objects.get(check.id, ()),
    )
    outcome, _ = bench.runner.on_examples(check, arguments, examples, session)
    session.end()
    return outcome


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
class CallLog:
    """The calls of one run of a check; of a property those of its last example."""

    calls: list[LoggedCall] = field(default_factory=list)
    earlier: list[LoggedCall] = field(default_factory=list)
    """Those of the examples before, in the same process."""
    _answers: list[tuple[str, tuple[Any, ...], Any]] = field(default_factory=list)

    def restarted(self, examples: Iterable[bytes]) -> Iterator[bytes]:
        """Yield *examples*, and set the calls of each one apart before the next."""
        for example in examples:
            self.earlier += self.calls
            self.calls.clear()
            self._answers.clear()
            yield example

    def asked_student(
        self, operation: str, arguments: tuple[Any, ...], ask: Callable[..., Any]
    ) -> Any:
        """Call the submission by *ask*, and log it."""
        call = LoggedCall(operation, copy.deepcopy(arguments))
        self.calls.append(call)
        try:
            answer = ask(*arguments)
        except Misbehaved as error:
            call.trouble = error.cause
            raise
        call.answer = copy.deepcopy(answer)
        return answer

    def asked_reference(
        self, operation: str, arguments: tuple[Any, ...], ask: Callable[..., Any]
    ) -> Any:
        """Call the reference by *ask*, and log its answer."""
        asked = copy.deepcopy(arguments)
        answer = ask(*arguments)
        self._answers.append((operation, asked, copy.deepcopy(answer)))
        return answer

    def add_expected(self) -> None:
        """Add the reference's answer to each call that it was asked, too.

        A submission's call may have more arguments, for stand-ins.
        """
        for call in self.calls:
            for operation, arguments, answer in self._answers:
                same = call.arguments[: len(arguments)] == arguments
                if operation == call.operation and same:
                    call.expected, call.shared = answer, len(arguments)


class _Listening(Operations):
    """A session whose operations are called through *listener*."""

    def __init__(
        self,
        session: Any,
        listener: Callable[[str, tuple[Any, ...], Callable[..., Any]], Any],
    ) -> None:
        self._session, self._listener = session, listener

    def call(self, operation: str, arguments: tuple[object, ...]) -> Any:
        """Return the answer of the session."""
        return self._listener(operation, arguments, getattr(self._session, operation))
