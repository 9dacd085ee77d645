"""Right, wrong and misbehaving submissions of the toy, graded: verdicts, messages and exhibits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from graders.harness.assignment.check import CheckError
from graders.harness.errors import GraderError
from graders.harness.grading.grader import Graded, GraderOptions
from graders.harness.grading.outcome import NOT_FINISHED, Outcome
from graders.harness.grading.plugin import ChecksPlugin, run_pytest
from graders.harness.grading.prefetched import PrefetchedReplies
from graders.harness.grading.program import GraderBroken
from graders.harness.grading.submission_run import directly
from graders.harness.reports.sentences import message_of
from graders.harness.result import (
    CauseKind,
    Finding,
    Result,
    Status,
    Text,
    to_json,
)
from graders.harness.sandbox.interface import ProcessExit, SandboxError
from graders.harness.style.survey import Surveyed
from tests.world import TOY, checks, verdicts

TOY_CHECK: Any = SimpleNamespace(id="toy")

pytestmark = pytest.mark.slow

ALL_PASS = {
    "sums.largest": "passed",
    "sums.largest-single": "passed",
    "sums.total": "passed",
    "words.describe": "passed",
    "words.shout": "passed",
}
LARGEST = "\n\n\ndef largest(numbers):\n    return max(numbers)\n"


def grade_total(body: str, top: str = "") -> Graded:
    """Grade a submission with this body of ``total``; the rest is right."""
    return TOY.grade(sums=f"{top}def total(numbers):\n    {body}{LARGEST}")


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give submissions little CPU time, though far more than any right check needs."""
    monkeypatch.setattr(TOY.grader.benches, "assignment", TOY.load(cpu_seconds=0.4))


def test_right_submission_gets_full_marks() -> None:
    graded = TOY.grade()
    assert verdicts(graded) == ALL_PASS
    assert graded.result.marks == graded.result.max_marks == 10
    assert graded.result.flags == ()


@pytest.mark.slow
def test_same_submission_same_bytes() -> None:
    wrong = TOY.good["sums.py"].replace("sum(numbers)", "sum(n for n in numbers if n < 20)")
    assert to_json(TOY.grade(sums=wrong).result) == to_json(TOY.grade(sums=wrong).result)


def test_fault_costs_its_own_checks_only() -> None:
    """A wrong total does not cost describe, which also runs with a sound neighbour."""
    graded = grade_total("return 1")
    assert verdicts(graded) == {**ALL_PASS, "sums.total": "failed"}
    assert graded.result.marks == 8


def test_no_state_passes_from_check_to_check() -> None:
    counting = (
        "CALLS = []\n\n\ndef total(numbers):\n    return sum(numbers)\n\n\n"
        "def largest(numbers):\n    CALLS.append(1)\n"
        "    return max(numbers) if len(CALLS) == 1 else None\n"
    )
    assert verdicts(TOY.grade(sums=counting))["sums.largest-single"] == "passed"


@pytest.mark.parametrize(
    ("body", "verdict", "words"),
    [
        ("raise ValueError('no idea')", "raised", "ValueError: no idea (sums.py, line 2)"),
        ("raise SystemExit(0)", "raised", "ended the whole program with exit(0)"),
        ("raise KeyboardInterrupt", "raised", "KeyboardInterrupt"),
        ("raise GeneratorExit", "raised", "GeneratorExit"),
        ("import os; os._exit(0)", "crashed", "called exit (status 0)"),
        ("import os; os.abort()", "crashed", "crashed the interpreter (signal 6)"),
        ("import ctypes; ctypes.string_at(0)", "crashed", "crashed the interpreter (signal 11)"),
        ("return input()", "raised", "EOFError"),
        ("return total(numbers)", "raised", "RecursionError"),
        ("return [0] * (1 << 40)", "out_of_memory", "256 MB"),
        ("print('x' * 2000000); return sum(numbers)", "too_much_output", "1,000,000 characters"),
        ("return 'x' * 4000000", "raised", "too large to report"),
        ("return object()", "failed", "The sum is wrong."),
        ("return None", "failed", "The sum is wrong."),
        ("return '\\ud800\\x00\\x1b[2J'", "failed", "The sum is wrong."),
    ],
)
def test_misbehaviour_costs_its_own_check_and_is_named(body: str, verdict: str, words: str) -> None:
    graded = grade_total(body)
    assert verdicts(graded) == {**ALL_PASS, "sums.total": verdict}
    assert words in message_of(checks(graded)["sums.total"])
    assert graded.result.status is Status.GRADED


# Exhibits.


def shown_of(body: str, top: str = "") -> dict[str, str]:
    """Return the exhibits' texts by label, for a total with this body."""
    exhibits = checks(grade_total(body, top))["sums.total"].exhibits
    return {one.label: one.text for one in exhibits if isinstance(one, Text)}


def test_exception_is_shown_with_its_call_its_lines_and_printed_text() -> None:
    shown = shown_of("print('so far'); return half(1)", "def half(n):\n    return n / 0\n\n\n")
    assert shown["call"].startswith("total([")
    assert shown["it printed"] == "so far"
    assert shown["in your code"].split("\n")[:4] == [
        "sums.py, line 6",
        "    print('so far'); return half(1)",
        "sums.py, line 2",
        "    return n / 0",
    ]


def test_printed_text_is_cut_and_marked() -> None:
    shown = shown_of("print('x' * 5000); return 0 / 0")
    assert shown["it printed"] == "x" * 1000 + "\n... (cut here)"


@pytest.mark.parametrize(
    ("wrong", "check", "is_shown"),
    [
        ("def describe(numbers):\n    print(numbers)\n    return numbers / 0\n", "describe", False),
        ("def shout(text):\n    print(text)\n    return text / 0\n", "shout", True),
    ],
)
def test_printed_text_of_a_hidden_check_is_not_stored(
    wrong: str, check: str, is_shown: bool
) -> None:
    """It may be the hidden input."""
    failed = checks(TOY.grade(words=wrong))[f"words.{check}"]
    assert failed.verdict.value == "raised"
    assert ("it printed" in [one.label for one in failed.exhibits]) is is_shown


def test_right_program_that_prints_passes() -> None:
    graded = grade_total("print('debug')\n    return sum(numbers)")
    assert verdicts(graded) == ALL_PASS
    assert graded.result.flags == ()


@pytest.mark.usefixtures("hasty")
@pytest.mark.slow
def test_infinite_loop_is_shown_the_same_every_time() -> None:
    """The exhibit shows the function and its loop, not the line where it was interrupted."""
    body = "n = 0\n    while n < 1:\n        for i in range(100):\n            abs(i)\n    return n"
    first, second = shown_of(body), shown_of(body)
    assert first["still running"] == (
        "sums.py, line 1\n    def total(numbers):\n"
        "sums.py, line 3\n    while n < 1:\n    ^^^^^^^^^^^^"
    )
    assert first == second


@pytest.mark.parametrize(
    "place",
    [
        "/etc/passwd, line 1",
        "sums.py, line 10000",
        "sums.py, line 1\\n" * 2000,
        "\\x00",
        "sums.py, line 1, columns 9-9999999",
    ],
)
def test_place_that_a_program_makes_up_shows_its_own_lines_or_nothing(place: str) -> None:
    """The program sends the location by the worker's own functions."""
    top = "import sys\n\nSERVER = sys.modules['_grader.sandbox'].module.__self__\n\n\n"
    message = f"['raise', SERVER.call_id, 'E', 't', '{place}', 'error']"
    shown = shown_of(f"SERVER.channel.tell({message}); return 0", top)
    assert "root" not in shown.get("in your code", "")
    assert len(shown.get("in your code", "")) < 1000


def test_exception_that_cannot_be_printed_is_reported_by_its_type() -> None:
    odd = "class Odd(Exception):\n    def __str__(self):\n        raise self\n\n\n"
    check = checks(grade_total("raise Odd", odd))["sums.total"]
    assert check.verdict.value == "raised"
    assert message_of(check).startswith("Odd: (its text cannot be shown")


# Time.


@pytest.mark.usefixtures("hasty")
@pytest.mark.slow
@pytest.mark.parametrize(
    "body",
    ["while True: pass", "import re; re.match('(a+)+$', 'a' * 60 + 'b')", "return 10 ** 10 ** 9"],
    ids=["python loop (62)", "regular expression (63)", "huge power (63)"],
)
def test_infinite_loop_times_out_and_costs_its_own_check(body: str) -> None:
    """CPU time is limited from outside, so the limit also holds inside C code."""
    graded = grade_total(body)
    assert verdicts(graded) == {**ALL_PASS, "sums.total": "timeout"}
    assert "CPU time" in message_of(checks(graded)["sums.total"])


@pytest.mark.usefixtures("hasty")
@pytest.mark.slow
def test_import_that_never_ends_costs_its_time_only_once() -> None:
    graded = TOY.grade(sums="while True:\n    pass\n")
    names = ("sums.largest", "sums.largest-single", "sums.total")
    assert [verdicts(graded)[name] for name in names] == ["timeout"] * 3
    assert "while sums.py was being loaded" in message_of(checks(graded)["sums.largest-single"])
    line = next(line for line in graded.log if line.endswith("sums.largest-single"))
    assert float(line.split("ms")[0]) < 900


@pytest.mark.slow
def test_submission_that_hangs_everywhere_gets_less_and_less_time() -> None:
    """Each check has the same message, and runs once in each variant: CPU time needs no confirmation."""
    hang = "def {0}(numbers):\n    while True: pass\n\n\n{1} = {0}\n"
    submission = TOY.submission(
        sums=hang.format("total", "largest"), words=hang.format("describe", "shout")
    )
    endings: list[ProcessExit] = []
    with TOY.opened(cpu_seconds=0.4, hurried_cpu_seconds=0.15) as grader:
        kept = grader.recorded()
        with grader.bench(submission, kept) as bench:
            charge = bench.budget.charge
            bench.budget.charge = lambda ending: (endings.append(ending), charge(ending))  # type: ignore[method-assign]
            run = grader.run_of(bench, kept.checks)
            assert not run.passes_by_prefetch()
            run_pytest(
                grader.assignment,
                ChecksPlugin(grader.assignment, run.run, validated=kept.checks),
            )
    causes = {one.outcome.cause for one in run.results()}
    assert {(cause.kind, cause.limit) for cause in causes if cause} == {(CauseKind.CPU_LIMIT, 0.4)}
    assert bench.budget.process_limits(None).cpu_seconds == pytest.approx(0.15)
    assert len(endings) == 3 + 2 * 2


# Files.


def test_missing_file_and_missing_name_are_named() -> None:
    graded = TOY.grade(sums=None)
    assert verdicts(graded)["words.describe"] == "passed"
    assert checks(graded)["sums.total"].verdict.value == "missing"
    assert "sums.py was not handed in" in message_of(checks(graded)["sums.total"])
    graded = TOY.grade(sums="def total(numbers):\n    return sum(numbers)\n")
    assert "sums.py has no largest" in message_of(checks(graded)["sums.largest"])
    assert graded.result.marks == 6


def test_file_that_does_not_import_costs_its_checks_and_names_the_line() -> None:
    graded = TOY.grade(sums="def total(numbers):\n    return (1\n")
    broken = dict.fromkeys(("sums.largest", "sums.largest-single", "sums.total"), "missing")
    assert verdicts(graded) == {**ALL_PASS, **broken}
    message = message_of(checks(graded)["sums.total"])
    assert "sums.py does not load: SyntaxError" in message
    assert "(sums.py, line 2)" in message


def test_submission_cannot_shadow_the_standard_library_or_course_files() -> None:
    graded = TOY.grade(json="raise SystemExit", given="ZERO = 100", random="raise SystemExit")
    assert verdicts(graded) == ALL_PASS


# The connection.


def test_forwarding_a_graded_call_as_a_callback_gains_nothing() -> None:
    """With all callbacks open it would gain marks: see tests/attacks/submissions/test_weak.py."""
    graded = grade_total("return sandbox.ask('total', numbers)", "from _grader import sandbox\n\n")
    assert verdicts(graded) == {**ALL_PASS, "sums.total": "raised"}
    assert "not open in this check" in message_of(checks(graded)["sums.total"])


def test_printing_does_not_disturb_the_pipe() -> None:
    body = (
        "print('[\"return\", 1, 7]')\n    os.write(1, b'\\0\\0\\0\\x02[]')\n"
        "    sys.stderr.write('x')\n    return sum(numbers)"
    )
    assert verdicts(grade_total(body, "import os, sys\n\n\n")) == ALL_PASS


# Style.


class Linter:
    """Finds one thing, if asked."""

    lacking, log = "", ()

    def __init__(self, *, is_ahead: bool) -> None:
        self.is_ahead = is_ahead

    def look(self, files: dict[str, bytes]) -> Surveyed:
        """Return the finding."""
        return Surveyed(
            [Finding("python-ta/name", "note", "sums.py", 1, "a bad name", "python-ta")]
        )


@pytest.mark.parametrize("is_ahead", [True, False])
def test_checks_are_reported_before_python_ta_has_answered(
    monkeypatch: pytest.MonkeyPatch, is_ahead: bool
) -> None:
    """A linter whose answer is there already keeps nobody waiting."""
    monkeypatch.setattr(TOY.grader, "linters", Linter(is_ahead=is_ahead))
    shown: list[Result] = []
    graded = TOY.grader.grade(TOY.submission(), before_style=shown.append).result
    assert [one.rule for one in graded.findings] == ["python-ta/name"]
    without = msgspec.structs.replace(graded, findings=())
    assert [to_json(one) for one in shown] == [to_json(without)] * is_ahead


def test_public_checks_are_in_doubt_before_any_hidden_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sandbox that is lost at the end of their prefetch leaves no public check to run after a hidden one."""
    end = PrefetchedReplies.end
    monkeypatch.setattr(PrefetchedReplies, "end", lambda self: end(self) and False)
    recording = TOY.grader.recorded()
    with TOY.grader.bench(TOY.submission(), recording) as bench:
        run = TOY.grader.run_of(bench, recording.checks)
        assert not run.passes_by_prefetch()
        assert {one.spec.visibility.value for one in run.undecided()} == {"hidden"}


@pytest.mark.slow
def test_grading_ends_once_more_checks_have_failed_than_are_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A mutant with more is not kept in the dictionary. One with no more is graded in full."""
    shouts = TOY.good["words.py"].partition("def shout")[0] + "def shout(text):\n    return text\n"
    wrong = {"sums": f"def total(numbers):\n    return 7{LARGEST}", "words": shouts}
    whole = TOY.grade(**wrong)
    monkeypatch.setattr(TOY.grader, "options", GraderOptions(most_failures=0))
    ended = TOY.grade(**wrong)
    failed = [id_ for id_, verdict in verdicts(whole).items() if verdict != "passed"]
    monkeypatch.setattr(TOY.grader, "options", GraderOptions(most_failures=len(failed)))
    kept = TOY.grade(**wrong)
    assert replace(kept, log=()) == replace(whole, log=()), "the log has times"
    assert [id_ for id_ in failed if verdicts(ended)[id_] != "not_run"] == failed[:1]
    assert verdicts(ended)["words.describe"] == "not_run" != verdicts(kept)["words.describe"]
    assert ended.result.status is Status.GRADED


def test_check_that_skips_itself_comes_to_no_end() -> None:
    """It is a fault of the grader, with its traceback, and never a pass."""

    def skip() -> Outcome:
        pytest.skip("not today")

    outcome = directly(TOY_CHECK, skip)
    assert replace(outcome, log="") == NOT_FINISHED
    assert "not today" in outcome.log


def test_broken_rule_names_its_check() -> None:
    """A sandbox's failure is passed on as it is, to be tried again."""

    def raising(error: GraderError) -> Callable[[], Outcome]:
        def run() -> Outcome:
            raise error

        return run

    with pytest.raises(GraderBroken, match=r"^toy: it answers callbacks$"):
        directly(TOY_CHECK, raising(CheckError("it answers callbacks")))
    with pytest.raises(SandboxError, match=r"^gone$"):
        directly(TOY_CHECK, raising(SandboxError("gone")))
