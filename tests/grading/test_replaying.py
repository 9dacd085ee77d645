"""A failed check is run again: the same example, its calls, the replies and the expected answers."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console

from graders.harness.errors import GraderError
from graders.harness.grading.outcome import Outcome
from graders.harness.grading.replaying import LoggedCall, Replayed, failed_check, replay
from graders.harness.reports import replayed
from graders.harness.result import (
    Cause,
    CauseKind,
    CheckResult,
    Result,
    Text,
    Transcripts,
    Verdict,
    from_json,
    to_json,
)
from tests.adder import grader, submission, with_add
from tests.world import TOY, checks, needs_jdk

WRONG = TOY.good["sums.py"].replace("sum(numbers)", "sum(n for n in numbers if n < 20)")


def shown(found: Replayed, *, everything: bool = False) -> str:
    """Return the terminal's text."""
    console = Console(file=io.StringIO(), width=100, color_system=None)
    replayed.render(found, console=console, painter=None, everything=everything)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.fixture(scope="module")
def result() -> Result:
    """The result of a program that skips numbers from 20 on in sums, read back from its file."""
    return from_json(to_json(TOY.grade(sums=WRONG).result))


def check_of(result: Result, name: str) -> CheckResult:
    """Return one of the result's checks."""
    return next(check for check in result.checks if check.id == name)


@pytest.mark.slow
def test_example_of_the_result_is_run_alone(result: Result) -> None:
    """There is one call, with the list in the report. Its outcome is the same, and the reference's answer is beside it."""
    check = failed_check(result, "sums.total")
    found = replay(TOY.grader, TOY.submission(sums=WRONG), check.id, check.example)
    assert (found.outcome.verdict, found.outcome.cause, found.outcome.exhibits) == (
        check.verdict,
        check.cause,
        check.exhibits,
    )
    (call,) = found.calls
    assert (call.operation, call.arguments, call.answer, call.expected) == ("total", ([20],), 0, 20)
    assert all(
        words in shown(found)
        for words in ("wrong answer", "total([20])", "got       0", "expected  20")
    )


@pytest.mark.slow
def test_another_submission_gets_the_same_example(result: Result) -> None:
    """The input passes in a fixed submission."""
    check = failed_check(result, "sums.total")
    found = replay(TOY.grader, TOY.submission(), check.id, check.example)
    assert found.outcome.verdict is Verdict.PASSED
    assert [(call.arguments, call.answer) for call in found.calls] == [(([20],), 20)]
    assert "passed" in shown(found)


@needs_jdk
@pytest.mark.slow
def test_check_of_a_program_in_java_is_run_again() -> None:
    """The virtual machine gets the same example; the right program passes it."""
    wrong, right = (
        submission(with_add("        return a - b;\n")),
        submission(with_add("        return a + b;\n")),
    )
    check = failed_check(grader("auto").grade(wrong).result, "sums.add")
    found = replay(grader("auto"), wrong, check.id, check.example)
    assert (found.outcome.verdict, found.outcome.exhibits) == (Verdict.FAILED, check.exhibits)
    (call,) = found.calls
    assert (call.operation, call.answer) == ("add", call.arguments[0] - call.arguments[1])
    assert call.expected == sum(call.arguments)
    assert replay(grader("auto"), right, check.id, check.example).outcome.verdict is Verdict.PASSED


@pytest.mark.slow
def test_check_without_examples_is_run_again() -> None:
    """Only a property has an example in the result; the calls of other checks are shown all the same."""
    wrong = {"sums": TOY.good["sums.py"].replace("max(numbers)", "0")}
    check = checks(TOY.grade(**wrong))["sums.largest-single"]
    assert check.example == ""
    found = replay(TOY.grader, TOY.submission(**wrong), check.id)
    assert found.outcome.verdict is Verdict.FAILED
    assert [(call.arguments, call.answer, call.known) for call in found.calls] == [
        (([-3],), 0, False)
    ]


@pytest.mark.slow
def test_misbehaviour_is_shown_with_its_call() -> None:
    """The report shows the earlier calls and the exception."""
    wrong = TOY.good["sums.py"].replace("return sum(numbers)", "raise KeyError('no sum')")
    check = checks(TOY.grade(sums=wrong))["sums.total"]
    found = replay(TOY.grader, TOY.submission(sums=wrong), check.id, check.example)
    assert found.outcome.verdict is Verdict.RAISED
    assert "no sum" in found.calls[-1].trouble.detail
    assert "total([])" in shown(found)


@pytest.mark.slow
def test_variant_of_the_verdict_is_replayed() -> None:
    """The check fails with its own and with sound neighbours. The calls are those of the run that the message is about."""
    wrong = TOY.good["words.py"].replace(
        "% total(numbers)", "% (total(numbers) + (max(numbers, default=0) >= 20))"
    )
    check = checks(TOY.grade(words=wrong))["words.describe"]
    found = replay(TOY.grader, TOY.submission(words=wrong), check.id, check.example)
    assert (found.outcome.cause, found.outcome.exhibits) == (check.cause, check.exhibits)
    assert [(call.answer, call.expected) for call in found.calls] == [
        ("the sum is 21", "the sum is 20")
    ]


def test_only_run_of_a_program_is_shown_once() -> None:
    """Typed lines and transcripts are those of the check. The whole run is shown on request."""
    typed = Text("typed", "Ada")
    transcripts = Transcripts("transcript", 1, 1, ("«Ada»", "Hello Ada"), ("«Ada»", "Hello Bob"))
    outcome = Outcome(Verdict.FAILED, exhibits=(transcripts, typed))
    run = [["returned", None], [["typed", "Ada"], ["printed", "Hello Bob\n"]]]
    call = LoggedCall("play", (["Ada"],), run, shown=(Text("typed", "'Ada'"),))
    found = Replayed("talk.ada", "It greets.", outcome, (call,))
    assert [shown(found).count(words) for words in ("typed", "Hello Bob", "see above")] == [1, 1, 1]
    assert shown(found, everything=True).count("Hello Bob") == 2
    two = Replayed(
        "talk.ada",
        "It greets.",
        outcome,
        (call, LoggedCall("play", ([],), trouble=Cause(CauseKind.TEXT))),
    )
    assert "see above" not in shown(two)


def test_reply_that_no_exhibit_shows_is_printed() -> None:
    """A program that passes has no exhibits. Some checks that fail show what came, and no single right result."""
    call = LoggedCall("turn", (), {"board": [1, 2]})
    passed = Replayed("board.turn", "It turns.", Outcome(Verdict.PASSED), (call,))
    assert "got       {'board': [1, 2]}" in shown(passed)
    failed = Replayed(
        "board.turn",
        "It turns.",
        Outcome(Verdict.FAILED, exhibits=(Text("got", "a board"),)),
        (call,),
    )
    assert "got       see above" in shown(failed)
    asked = LoggedCall("turn", (), {"board": [1, 2]}, expected={"board": [2, 1]}, shared=0)
    assert "expected  {'board': [2, 1]}" in shown(replace(failed, calls=(asked,)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("sums.totl", "did you mean sums.total?"),
        ("of nothing", "not passed: sums.total"),
        ("words.shout", "words.shout passed: there is nothing to repeat"),
    ],
)
def test_unrepeatable_check_is_refused_with_a_reason(result: Result, name: str, words: str) -> None:
    """The check does not exist, or it passed."""
    with pytest.raises(GraderError) as error:
        failed_check(result, name)
    assert words in str(error.value)


@pytest.mark.parametrize("example", ["no example", "[1]", '[{"d":[["words",[1]]]}]', "[{}]"])
def test_stale_example_is_reported(example: str) -> None:
    """The check was different in the grader that made the result."""
    with pytest.raises(GraderError) as error:
        replay(TOY.grader, TOY.submission(sums=WRONG), "sums.total", example)
    assert "sums.total has changed since this result was made" in str(error.value)


@pytest.mark.slow
def test_check_that_this_grader_lacks_is_refused() -> None:
    """An older grader may have made the result."""
    with pytest.raises(GraderError) as error:
        replay(TOY.grader, TOY.submission(), "sums.gone")
    assert "cannot run sums.gone here" in str(error.value)


@pytest.mark.slow
def test_long_values_are_cut_without_the_option_all() -> None:
    """The cut value says which option shows the rest."""
    wrong = {"words": TOY.good["words.py"].replace("text.upper() + '!'", "'long ' * 1000")}
    check = checks(TOY.grade(**wrong))["words.shout"]
    found = replay(TOY.grader, TOY.submission(**wrong), check.id, check.example)
    assert "more characters (--all shows them)" in " ".join(shown(found).replace("│", "").split())
    assert shown(found, everything=True).count("long") >= 1000


@pytest.mark.slow
def test_grading_is_the_same_afterwards(result: Result) -> None:
    """The grader keeps neither the example nor the observer of a replay."""
    check = failed_check(result, "sums.total")
    replay(TOY.grader, TOY.submission(sums=WRONG), check.id, check.example)
    assert to_json(TOY.grade(sums=WRONG).result) == to_json(result)
