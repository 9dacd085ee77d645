"""What the judge makes of right, wrong and misbehaving programs (on the toy assignment, at level E)."""

from __future__ import annotations

import pytest

from graders.harness.assignment.manifest import Limits
from graders.harness.grading.grader import Grader, program_of
from graders.harness.grading.judge import Judge
from graders.harness.protocol import values
from graders.harness.replay.scout import Strayed
from graders.harness.replay.trace import digest
from graders.harness.result import Status, Text, to_json
from graders.harness.sandbox import find_interpreter, select_backend
from graders.harness.session.callbacks import Questions, Replies
from graders.harness.session.oracle import Oracle
from graders.harness.session.session import CheckBroken, Session
from tests.limits import with_limits
from tests.toy import GOOD, checks, grade, submission, toy, toy_grader, verdicts

ALL_PASS = {
    "sums.largest": "passed",
    "sums.largest-single": "passed",
    "sums.total": "passed",
    "words.describe": "passed",
    "words.shout": "passed",
}

FORWARDER = """from _grader import sandbox


def total(numbers):
    return sandbox.ask("total", numbers)


def largest(numbers):
    return max(numbers)
"""


def test_right_submission_gets_full_marks() -> None:
    """Every check passes and the marks are the manifest's maximum."""
    graded = grade()
    assert verdicts(graded) == ALL_PASS
    assert graded.result.marks == graded.result.max_marks == 10


def test_same_submission_same_bytes() -> None:
    """Two runs of a wrong submission give byte-identical results."""
    wrong = GOOD["sums.py"].replace("sum(numbers)", "sum(n for n in numbers if n < 20)")
    assert to_json(grade(sums=wrong).result) == to_json(grade(sums=wrong).result)


def test_fault_costs_its_own_checks_only() -> None:
    """A wrong total does not cost describe, which is also run with a sound neighbour."""
    graded = grade(sums="def total(numbers):\n    return 1\n\n\ndef largest(numbers):\n    return max(numbers)\n")
    assert verdicts(graded) == {**ALL_PASS, "sums.total": "failed"}
    assert graded.result.marks == 8


def test_counterexample_is_the_shrunk_one() -> None:
    """The student sees the smallest input that the engine can find."""
    wrong = GOOD["sums.py"].replace("sum(numbers)", "sum(n for n in numbers if n < 20)")
    check = checks(grade(sums=wrong))["sums.total"]
    assert check.verdict.value == "failed"
    assert [exhibit.text for exhibit in check.exhibits] == ["[20]"]


def test_counterexample_of_a_check_with_variants_is_shrunk_too() -> None:
    """A check that fails with its own and with sound neighbours shows the small example of the better outcome."""
    wrong = GOOD["words.py"].replace("% total(numbers)", "% (total(numbers) + (max(numbers, default=0) >= 20))")
    check = checks(grade(words=wrong))["words.describe"]
    assert [exhibit.text for exhibit in check.exhibits] == ["'the sum is 20'", "'the sum is 21'"]


def test_shrinking_stays_within_its_budget_of_calls() -> None:
    """The search for a small example stops after the manifest's number of calls."""
    wrong = GOOD["sums.py"].replace("sum(numbers)", "0")
    graded = grade(sums=wrong)
    line = next(line for line in graded.log if line.endswith("sums.total"))
    calls = int(line.split("ms")[1].split("calls")[0])
    assert 0 < calls <= 100 + 1 + 200


def test_failure_that_depends_on_earlier_calls_says_so() -> None:
    """A program that goes wrong only on its third call is told that the input alone is right."""
    stateful = (
        "CALLS = []\n\n\ndef total(numbers):\n    CALLS.append(1)\n    return sum(numbers) + (len(CALLS) == 3)\n\n\n"
        "def largest(numbers):\n    return max(numbers)\n"
    )
    check = checks(grade(sums=stateful))["sums.total"]
    assert check.verdict.value == "failed"
    assert "depends on earlier calls" in check.message


def test_no_state_passes_from_check_to_check() -> None:
    """Every check gets a process of its own."""
    counting = (
        "CALLS = []\n\n\ndef total(numbers):\n    return sum(numbers)\n\n\n"
        "def largest(numbers):\n    CALLS.append(1)\n    return max(numbers) if len(CALLS) == 1 else None\n"
    )
    assert verdicts(grade(sums=counting))["sums.largest-single"] == "passed"


@pytest.mark.parametrize(
    ("body", "verdict", "words"),
    [
        ("raise ValueError('no idea')", "raised", "ValueError: no idea (sums.py, line 2)"),
        ("raise SystemExit(0)", "raised", "SystemExit"),
        ("raise KeyboardInterrupt", "raised", "KeyboardInterrupt"),
        ("raise GeneratorExit", "raised", "GeneratorExit"),
        ("import os; os._exit(0)", "crashed", "ended the whole program (exit status 0)"),
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
    """Each way to go wrong has its verdict and a message with the reason; all other checks keep their marks."""
    graded = grade(sums=f"def total(numbers):\n    {body}\n\n\ndef largest(numbers):\n    return max(numbers)\n")
    assert verdicts(graded) == {**ALL_PASS, "sums.total": verdict}
    assert words in checks(graded)["sums.total"].message
    assert graded.result.status is Status.GRADED


def shown_of(body: str, top: str = "") -> dict[str, str]:
    """The texts that are shown of a total with this body, by label."""
    graded = grade(sums=f"{top}def total(numbers):\n    {body}\n\n\ndef largest(numbers):\n    return max(numbers)\n")
    return {one.label: one.text for one in checks(graded)["sums.total"].exhibits if isinstance(one, Text)}


def test_exception_is_shown_with_its_call_its_lines_and_what_was_printed() -> None:
    """The call as Python writes it, the lines of the student's own files, and the output of that call."""
    top = "def half(n):\n    return n / 0\n\n\n"
    shown = shown_of("print('so far'); return half(1)", top)
    assert shown["call"].startswith("total([")
    assert shown["it printed"] == "so far"
    assert shown["in your code"].split("\n")[:4] == [
        "sums.py, line 6",
        "    print('so far'); return half(1)",
        "sums.py, line 2",
        "    return n / 0",
    ]


def test_what_is_printed_is_cut_and_marked() -> None:
    """A thousand characters are enough to see what it is."""
    shown = shown_of("print('x' * 5000); return 0 / 0")
    assert shown["it printed"] == "x" * 1000 + "\n... (cut here)"


def test_what_a_hidden_check_made_it_print_is_not_kept() -> None:
    """It may be what it was asked."""
    graded = grade(words=GOOD["words.py"].replace("return text.upper()", "print(text); return text.upper() + '?'"))
    shown = {check.id: [one.label for one in check.exhibits] for check in graded.result.checks}
    hidden = [check.id for check in graded.result.checks if check.visibility.value == "hidden"]
    assert hidden and not [id_ for id_ in hidden if "it printed" in shown[id_]]


def test_right_program_that_prints_is_told_nothing() -> None:
    """Nor does it cost a process more: a scout is told results alone."""
    graded = grade(sums=GOOD["sums.py"].replace("    return sum", "    print('debug')\n    return sum"))
    assert verdicts(graded) == ALL_PASS


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give what is graded little CPU time, though far more than any right check needs: for what is to end by it."""
    monkeypatch.setattr(toy_grader(), "assignment", with_limits(toy(), cpu_seconds=0.4))


@pytest.mark.usefixtures("hasty")
@pytest.mark.slow
def test_endless_loop_is_shown_the_same_every_time() -> None:
    """By its function and its loop, not by the line where it was interrupted."""
    body = "n = 0\n    while n < 1:\n        for i in range(100):\n            abs(i)\n    return n"
    first, second = shown_of(body), shown_of(body)
    assert first["still running"] == (
        "sums.py, line 1\n    def total(numbers):\nsums.py, line 3\n    while n < 1:\n    ^^^^^^^^^^^^"
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
def test_a_place_that_a_program_makes_up_shows_its_own_lines_or_nothing(place: str) -> None:
    """Whatever it sends as a place, by the worker's own functions."""
    top = "import sys\n\nSERVER = sys.modules['_grader.sandbox'].module.__self__\n\n\n"
    made = "type(SERVER.channel).tell.__globals__['messages'].Raise"
    body = f"SERVER.channel.tell({made}(SERVER.call_id, 'E', 't', '{place}', 'error')); return 0"
    shown = shown_of(body, top)
    assert "root" not in shown.get("in your code", "")
    assert len(shown.get("in your code", "")) < 1000


@pytest.mark.usefixtures("hasty")
@pytest.mark.slow
@pytest.mark.parametrize(
    "body",
    ["while True: pass", "import re; re.match('(a+)+$', 'a' * 60 + 'b')", "return 10 ** 10 ** 9"],
    ids=["python loop (62)", "regular expression (63)", "huge power (63)"],
)
def test_endless_call_times_out_and_costs_its_own_check(body: str) -> None:
    """CPU time is limited from outside, inside C code as well."""
    graded = grade(sums=f"def total(numbers):\n    {body}\n\n\ndef largest(numbers):\n    return max(numbers)\n")
    assert verdicts(graded) == {**ALL_PASS, "sums.total": "timeout"}
    assert "computing time" in checks(graded)["sums.total"].message


def test_exception_that_cannot_be_printed() -> None:
    """An exception whose ``__str__`` raises is still reported by its type."""
    body = (
        "class Odd(Exception):\n    def __str__(self):\n        raise self\n\n\ndef total(numbers):\n    raise Odd\n\n\n"
        "def largest(numbers):\n    return max(numbers)\n"
    )
    check = checks(grade(sums=body))["sums.total"]
    assert check.verdict.value == "raised"
    assert check.message.startswith("Odd: (its text cannot be shown")


def test_missing_file_and_missing_name() -> None:
    """What is not there is `missing`, with the name; the other file keeps its marks."""
    graded = grade(sums=None)
    assert verdicts(graded)["words.describe"] == "passed"
    assert checks(graded)["sums.total"].verdict.value == "missing"
    assert "sums.py was not handed in" in checks(graded)["sums.total"].message
    graded = grade(sums="def total(numbers):\n    return sum(numbers)\n")
    assert "sums.py has no largest" in checks(graded)["sums.largest"].message
    assert graded.result.marks == 6


def test_file_that_does_not_import_names_the_line() -> None:
    """A syntax error costs that file's checks only and is told with its line."""
    graded = grade(sums="def total(numbers):\n    return (1\n")
    assert {check: verdict for check, verdict in verdicts(graded).items() if verdict != "passed"} == dict.fromkeys(
        ("sums.largest", "sums.largest-single", "sums.total"), "missing"
    )
    message = checks(graded)["sums.total"].message
    assert "sums.py does not load: SyntaxError" in message
    assert "(sums.py, line 2)" in message


@pytest.mark.usefixtures("hasty")
@pytest.mark.slow
def test_import_that_never_ends_is_waited_for_only_once() -> None:
    """A file that hangs when imported times out, without waiting again for every check."""
    graded = grade(sums="while True:\n    pass\n")
    assert [verdicts(graded)[name] for name in ("sums.largest", "sums.largest-single", "sums.total")] == ["timeout"] * 3
    assert "while sums.py was being loaded" in checks(graded)["sums.largest-single"].message
    line = next(line for line in graded.log if line.endswith("sums.largest-single"))
    assert float(line.split("ms")[0]) < 900


def test_forwarding_a_graded_call_as_an_ask_gains_nothing() -> None:
    """Asks are closed unless the check opens them, so the question cannot be handed back to the judge."""
    graded = grade(sums=FORWARDER)
    assert verdicts(graded) == {**ALL_PASS, "sums.total": "raised"}
    assert "not open in this check" in checks(graded)["sums.total"].message


class AnyAsk(dict[str, object]):
    """All operations are open, and the guard against answering what is graded is blind: a weak build."""

    def __contains__(self, operation: object) -> bool:
        return False


def test_forwarding_would_succeed_if_all_asks_were_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same submission earns full marks in a build without the list of open asks: it is held, not missed."""

    def everything(self: Judge, spec: object) -> AnyAsk:
        self._asked = Oracle(self.open_asked, {})
        return AnyAsk({name: getattr(self._asked, name) for name in ("total", "largest", "describe", "shout")})

    monkeypatch.setattr(Judge, "_answers_to", everything)
    assert verdicts(grade(sums=FORWARDER)) == ALL_PASS


def test_a_check_may_not_answer_asks_for_what_it_calls() -> None:
    """The judge itself enforces that a graded operation is never among the open asks."""
    grader, limits = toy_grader(), toy().manifest.limits
    session = Session(grader.backend.open(program_of(toy(), {}), limits), limits)
    session.begin(questions=Questions({"total": lambda numbers: 0}, limits))
    with pytest.raises(CheckBroken, match="also answers asks"):
        session.total([1])
    session.close()


def test_a_question_that_was_answered_before_is_no_other_answer_to_the_call() -> None:
    """What the scout was told is compared with the answer to the very call, not with what is asked on the way."""
    grader, limits, replies = toy_grader(), toy().manifest.limits, Replies()
    session = Session(grader.backend.open(program_of(toy(), {"words.py": GOOD["words.py"].encode()}), limits), limits)
    told = digest(values.encode(["return", 1, session_describes(session, limits, replies)], 1 << 20))
    assert replies.new
    for answer, unlike in ((told, False), (digest(b"another"), True)):
        session_describes(session, limits, replies, Strayed(0, 1, answer))
        assert session.unlike is unlike
    session.close()


def session_describes(session: Session, limits: Limits, replies: Replies, strayed: Strayed | None = None) -> object:
    """What a right words.py says of two numbers among sound neighbours, which ask for their sum."""
    session.begin("sound", Questions({"total": sum, "largest": max}, limits, replies), strayed=strayed)
    return session.describe([1, 2])


def test_printing_does_not_disturb_the_pipe() -> None:
    """What the student prints, by any way, is no answer."""
    noisy = (
        "import os, sys\n\n\ndef total(numbers):\n    print('[\"return\", 1, 7]')\n    os.write(1, b'\\0\\0\\0\\x02[]')\n"
        "    sys.stderr.write('x')\n    return sum(numbers)\n\n\ndef largest(numbers):\n    return max(numbers)\n"
    )
    assert verdicts(grade(sums=noisy)) == ALL_PASS


def test_submission_cannot_shadow_the_standard_library_or_course_files() -> None:
    """A submitted random.py or given.py is not what anybody imports."""
    graded = grade(json="raise SystemExit", given="ZERO = 100", random="raise SystemExit")
    assert verdicts(graded) == ALL_PASS


def test_submission_that_hangs_everywhere_gets_less_and_less_time() -> None:
    """Each check that runs out of time halves what the later ones get, down to the manifest's floor, and is told the same; and no
    check has more than a run in each variant: CPU time needs nobody to confirm it."""
    assignment = with_limits(toy(), cpu_seconds=0.4, hurried_cpu_seconds=0.15)
    hang = "def {0}(numbers):\n    while True: pass\n\n\n{1} = {0}\n"
    with Grader(assignment, select_backend(find_interpreter(">=3.8"))) as grader:
        judge = grader.judge(submission(sums=hang.format("total", "largest"), words=hang.format("describe", "shout")))
        grader.run(judge)
    told = {judged.spec.id: judged.outcome.message.split(" s (")[0] for judged in judge.judged}
    assert set(told.values()) == {"used up its computing time, at most 0.4"}, told
    assert judge.student._haste * 0.4 == pytest.approx(0.15)
    assert len(judge.student.endings) <= 2 + 3 * 2
    assert verdicts(grade()) == ALL_PASS
