"""The end of a check's function becomes an outcome."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from graders.harness.assignment.check import CheckError, CheckFailed, Misbehaved
from graders.harness.assignment.comparison import expect_raises, expect_unordered
from graders.harness.grading import runner
from graders.harness.grading.outcome import PASSED, Outcome
from graders.harness.grading.runner import SHAPE_ERRORS, ExampleRunner
from graders.harness.result import Cause, CauseKind, Exhibit, Text, Verdict
from graders.harness.sandbox.interface import SandboxError
from graders.harness.session.timers import judge_clock
from tests.world import TOY

FILES = {"sums.py": b"def total(numbers):\n    return 1 / 0\n"}
BOARD = Text(label="board", text="3 x 3")


def session(*, answered: bool = True, printed: str = "", operation: str = "total") -> Any:
    """Return the session's facts that an outcome needs."""
    last_call = (operation, ([1],))
    return SimpleNamespace(answered=answered, printed=printed, last_call=last_call, story=None)


def outcome_of(error: BaseException | None, *, records: bool = False, **facts: Any) -> Outcome:
    """Return the outcome of a check that raises *error*."""

    def run() -> None:
        if error is not None:
            raise error

    return ExampleRunner(TOY.assignment, FILES, records=records).outcome(run, session(**facts))


def shown(outcome: Outcome) -> dict[str, str]:
    """Return the exhibits of *outcome* by label."""
    return {one.label: one.text for one in outcome.exhibits if isinstance(one, Text)}


def test_check_that_returns_has_passed() -> None:
    assert outcome_of(None) is PASSED


def test_failed_expectation_shows_its_exhibits_and_printed_text() -> None:
    outcome = outcome_of(CheckFailed("The sum is wrong.", (BOARD,)), printed="debug")
    assert outcome.verdict is Verdict.FAILED
    assert outcome.cause == Cause(CauseKind.WRONG_ANSWER, detail="The sum is wrong.")
    assert shown(outcome) == {"board": "3 x 3", "it printed": "debug"}


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (AssertionError("The largest is -3."), "The largest is -3."),
        (AssertionError(), ""),
        (AssertionError("\x1b[2J"), "\\x1b[2J"),
    ],
)
def test_plain_assertion_is_a_wrong_answer(error: AssertionError, words: str) -> None:
    """Without words, the last call is shown."""
    outcome = outcome_of(error)
    assert outcome.verdict is Verdict.FAILED
    assert shown(outcome) == ({} if words else {"call": "total([1])"})
    assert outcome.cause is not None and outcome.cause.detail == words


@pytest.mark.parametrize("message", ["", "An empty sum is refused."])
def test_call_is_shown_unless_the_author_describes_the_failure(message: str) -> None:
    """A comparison's own words name no call: of exceptions, of lengths, of arrays."""
    for compare, got, want in (
        (expect_raises, ["returned", 1], ValueError),
        (expect_unordered, [1], [1, 2]),
    ):
        with pytest.raises(CheckFailed) as failed:
            compare(got, want, message)
        assert ("call" in shown(outcome_of(failed.value))) == (message == "")


def test_misbehaviour_shows_the_call_and_the_lines_that_led_to_it() -> None:
    cause = Cause(CauseKind.EXCEPTION, name="ZeroDivisionError", file="sums.py", line=2)
    outcome = outcome_of(Misbehaved(cause, where="sums.py, line 2"), printed="so far")
    assert (outcome.verdict, outcome.cause) == (Verdict.RAISED, cause)
    assert shown(outcome) == {
        "call": "total([1])",
        "in your code": "sums.py, line 2\n    return 1 / 0\n    ^^^^^^^^^^^^",
        "it printed": "so far",
    }


@pytest.mark.parametrize(
    ("cause", "exhibits", "operation"),
    [
        (Cause(CauseKind.EXCEPTION), (BOARD,), "total"),  # the check's own exhibit
        (Cause(CauseKind.NAME_MISSING, file="sums.py", name="total"), (), "total"),
        (Cause(CauseKind.EXCEPTION), (), ""),  # no call was made
    ],
)
def test_call_that_would_add_nothing_is_not_shown(
    cause: Cause, exhibits: tuple[Exhibit, ...], operation: str
) -> None:
    outcome = outcome_of(Misbehaved(cause, exhibits), operation=operation)
    assert "call" not in shown(outcome)


def test_missing_file_is_shown_without_input() -> None:
    """A file that does not load is shown with its line, not with the lines that one of its checks types."""
    cause = Cause(
        CauseKind.FILE_BROKEN, file="sums.py", line=2, detail="SyntaxError: invalid syntax"
    )
    outcome = outcome_of(Misbehaved(cause, (Text("typed", "a1"),), "sums.py, line 2"))
    assert list(shown(outcome)) == ["in your code"]


def test_failure_of_the_sandbox_is_no_verdict() -> None:
    with pytest.raises(SandboxError):
        outcome_of(SandboxError("gone"))


@pytest.mark.parametrize("error", SHAPE_ERRORS)
def test_check_that_cannot_interpret_a_value_costs_the_submission_its_mark(
    error: type[Exception],
) -> None:
    """The reference's answers passed the check. Staff see the traceback."""
    run = ExampleRunner(TOY.assignment, FILES)

    def check() -> None:
        raise error

    outcome = run.outcome(check, session())
    assert (outcome.verdict, outcome.cause) == (Verdict.CRASHED, Cause(CauseKind.UNEXPECTED_SHAPE))
    assert run.unexpected_shapes == [outcome.log]
    assert "Traceback" in outcome.log


@pytest.mark.parametrize(
    ("error", "facts"),
    [
        (KeyError("x"), {"answered": False}),  # no answer can be the reason
        (OSError("x"), {}),
        (CheckError("x"), {}),
        (KeyError("x"), {"records": True}),  # the reference's own answer
    ],
)
def test_other_exceptions_are_the_checks_own(error: Exception, facts: dict[str, Any]) -> None:
    outcome = outcome_of(error, **facts)
    assert outcome.verdict is Verdict.GRADER_FAULT
    assert outcome.cause == Cause(CauseKind.CHECK_BROKEN)
    assert "x" in outcome.log


@pytest.mark.slow
def test_check_that_computes_too_long_ends_with_a_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "judge_clock", lambda: judge_clock(0.05))

    def endless() -> None:
        while True:
            pass

    run = ExampleRunner(TOY.assignment, FILES)
    outcome = run.outcome(endless, session())
    assert outcome.verdict is Verdict.TIMEOUT
    assert outcome.cause is not None and outcome.cause.kind is CauseKind.JUDGE_LIMIT
    check: Any = SimpleNamespace(is_property=False, body=endless)
    assert run.passes_on(run.runs(check, {}, [])) is None


# Examples.


def example(number: int) -> bytes:
    """Return an encoded example."""
    return b'[{"d":[["number",%d]]}]' % number


def property_of(body: Any) -> Any:
    """Return a property with this body."""
    return SimpleNamespace(is_property=True, body=body)


def test_examples_run_in_order_up_to_the_first_that_fails() -> None:
    seen = []

    def body(factor: int, number: int) -> None:
        seen.append(factor * number)
        assert number < 3

    run = ExampleRunner(TOY.assignment, FILES)
    examples = [example(number) for number in (1, 2, 3, 4)]
    outcome, index = run.on_examples(property_of(body), {"factor": 10}, examples, session())
    assert (outcome.verdict, index) == (Verdict.FAILED, 2)
    assert seen == [10, 20, 30]
    assert run.on_examples(property_of(body), {"factor": 1}, examples[:2], session()) == (PASSED, 0)


@pytest.mark.parametrize(
    "error", [CheckFailed("wrong", ()), AssertionError(), Misbehaved(Cause(CauseKind.EXCEPTION)), KeyError(), OSError()]
)  # fmt: skip
def test_check_that_raises_anything_does_not_pass_on_replies(error: Exception) -> None:
    """The failure on prefetched replies is discarded: the live run decides."""

    def body(number: int) -> None:
        if number == 2:
            raise error

    run = ExampleRunner(TOY.assignment, FILES)
    one, both = [example(1)], [example(1), example(2)]
    assert run.passes_on(run.runs(property_of(body), {}, one)) is True
    is_wrong = isinstance(error, AssertionError)
    passes = run.passes_on(run.runs(property_of(body), {}, both))
    assert passes is (False if is_wrong else None)
    assert run.unexpected_shapes == []
