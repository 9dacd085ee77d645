"""A scout changes no verdict and no message, whatever the submission does with it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from graders.harness.assignment.manifest import Limits, load_assignment
from graders.harness.grading.grader import SPENT, Grader, as_without_a_scout
from graders.harness.grading.judge import Judge
from graders.harness.intake import Submission
from graders.harness.processes.jobs import Job, Said, Settings
from graders.harness.processes.pool import Pool
from graders.harness.protocol import values
from graders.harness.replay import scout
from graders.harness.replay.scout import Place, Scout, Strayed, _Asking
from graders.harness.replay.trace import Leg, Trace, digest
from graders.harness.result import Result, Status, Verdict, Visibility, from_json, to_json
from graders.harness.sandbox.interface import Backend, DeadlinePassed
from graders.harness.sandbox.launched import LaunchedBox as Box
from graders.harness.session.callbacks import Questions
from graders.harness.session.session import Session
from tests.classes import SERVER, burning
from tests.once import once

pytestmark = pytest.mark.usefixtures("recordings")

CPU_SECONDS = 0.15

MANIFEST = f"""
id = "walk"
title = "Walking about"
language = "python"
play = "true"
python = ">=3.8"
driver = ["driver.py"]
programs = ["whole"]
examples = 12

[files]
submitted = ["work.py"]
course = []

[limits]
cpu_seconds = {CPU_SECONDS}
hurried_cpu_seconds = 0.08
wall_seconds = 20.0
memory_mb = 256

[shrink]
calls = 3

[[tasks]]
id = "all"
name = "All"
marks = 10
reason = "one mark for each check"

[baseline]
marks = 0
reason = "there is no starter"
"""

DRIVER = """
from . import sandbox

def order(numbers):
    return sandbox.require("work", "order")(list(numbers))

def pick(numbers):
    return sandbox.require("work", "pick")(list(numbers))

def low(numbers):
    return sandbox.require("work", "low")(list(numbers))

def asked_step(place, move):
    return [sandbox.ask("step", place, move), sandbox.require("work", "step")(place, move)]

def above(numbers, picked):
    return sandbox.require("work", "above")(list(numbers), picked)

def step(place, move):
    return sandbox.require("work", "step")(place, move)

def whole(start, moves):
    place = start
    for move in moves:
        place = sandbox.require("work", "step")(place, move)
    return place
"""

CHECKS = '''
from hypothesis import given, settings
from hypothesis import strategies as st

from graders.harness import check, expect, fail

NUMBERS = st.lists(st.integers(-9, 9), min_size=1, max_size=5)


def size(number):
    return abs(number) if type(number) is int else 0


@check("walk.order", task="all", marks=1)
@given(numbers=NUMBERS)
def test_order(student, numbers):
    """order sorts by size; which of 3 and -3 comes first is free."""
    got = student.order(numbers)
    if type(got) is not list or sorted(map(repr, got)) != sorted(map(repr, numbers)) or got != sorted(got, key=size):
        fail("This is not their order.")


@check("walk.pick", task="all", marks=1)
def test_pick(student):
    """pick takes any of the numbers; the other functions agree with it."""
    for numbers in ([3, 1, 2], [5, 4], [9, 7, 8], [6, 0]):
        picked = student.pick(numbers)
        if picked not in numbers:
            fail("That was none of the numbers.")
        if picked == min(numbers):
            expect(student.low(numbers), picked, "low and pick do not agree.")
        else:
            expect(student.above(numbers, picked), True, "above and pick do not agree.")
            expect(student.above(numbers, min(numbers)), False, "The smallest is not above any.")


@check("walk.ask", task="all", marks=1, visibility="hidden", asks=("low",))
@given(numbers=NUMBERS)
def test_ask(student, numbers):
    """pick takes any of the numbers, and may ask for the smallest."""
    picked = student.pick(numbers)
    if picked not in numbers:
        fail("That was none of the numbers.")


@check("walk.asked", task="all", marks=1, visibility="hidden", asks=("step",))
def test_asked(student):
    """A step leads where the grader says, which is asked in the same call."""
    for place in range(20, 24):
        told, found = student.asked_step(place, 2)
        expect(found, told, "That step leads elsewhere.")


@check("walk.step", task="all", marks=1)
@given(start=st.integers(0, 9), moves=st.lists(st.integers(-3, 3), max_size=4))
def test_step(student, reference, start, moves):
    """A walk goes from where the last step led."""
    place = start
    for move in moves:
        expect(student.step(place, move), reference.step(place, move), "That step leads elsewhere.")
        place = reference.step(place, move)


@check("walk.far", task="all", marks=1)
@given(start=st.integers(0, 9), moves=st.lists(st.integers(-3, 3), max_size=4))
def test_far(student, start, moves):
    """A walk goes on from wherever the program says it is."""
    place = start
    for move in moves:
        place = student.step(place, move)
    expect(place, start + sum(moves), "The walk ends elsewhere.")


@check("walk.whole", task="all", marks=1)
@given(start=st.integers(0, 9), moves=st.lists(st.integers(-3, 3), max_size=3))
@settings(max_examples=6)
def test_whole(student, reference, start, moves):
    """A walk is the same whether it is made in one program or in several, or step by step."""
    there = student.whole(start, moves)
    expect(student.whole(there, []), there, "A walk of no steps ends where it began.")
    for move in moves:
        start = student.step(start, move)
    expect(start, there, "The steps lead elsewhere.")
    expect(student.whole(start, [1]), reference.step(start, 1), "One more step leads elsewhere.")


@check("walk.near", task="all", marks=1)
def test_near(student):
    """The first step leads on."""
    for place in range(1):
        expect(student.step(place, 1), place + 1, "That step leads elsewhere.")


@check("walk.nearer", task="all", marks=1)
def test_nearer(student):
    """The first step leads on, and the second one."""
    for place in range(2):
        expect(student.step(place, 1), place + 1, "That step leads elsewhere.")


@check("walk.further", task="all", marks=1)
def test_further(student):
    """The first steps, asked as before, and those after them lead on."""
    for place in range(3):
        expect(student.step(place, 1), place + 1, "That step leads elsewhere.")
'''

WORK = """
def order(numbers):
    return sorted(numbers, key=abs)

def pick(numbers):
    return min(numbers)

def low(numbers):
    return min(numbers)

def above(numbers, picked):
    return picked > min(numbers)

def step(place, move):
    return place + move
"""

OPERATIONS = ("order", "pick", "low", "above", "step")


def at_call(number: int, deed: str, top: str = "", within: Sequence[str] = OPERATIONS) -> str:
    """The right program, but for what it does in its *number*-th call (of those *within*), before it answers rightly."""
    return (
        f"{top}\nimport functools\nCALLS = []\n\n\ndef deed(arguments):\n    {deed}\n{WORK}\n"
        "def wrapped(function):\n    @functools.wraps(function)\n    def call(*arguments):\n"
        f"        CALLS.append(1)\n        if len(CALLS) == {number}:\n            deed(arguments)\n"
        "        return function(*arguments)\n    return call\n\n"
        f"for name in {within}:\n    globals()[name] = wrapped(globals()[name])\n"
    )


def in_every_call(deed: str, top: str = "", within: Sequence[str] = OPERATIONS) -> str:
    """The right program, but for what it does in every call, before it answers rightly."""
    return at_call(0, deed, top, within).replace("if len(CALLS) == 0:", "if True:")


def answering(order: str) -> str:
    """The right program, but for what it returns as the order of *numbers*."""
    return WORK.replace("return sorted(numbers, key=abs)", f"return {order}")


OS = "import os\n"
PACKED = "os.write(SERVER.channel.writer, (lambda packed: len(packed).to_bytes(4, 'big') + packed)({}))"
SAYS = "SERVER.channel.held.append(type(SERVER.channel).write.__globals__['encode_frame']([{}], 1 << 20))"
SAYS_PACKED = "SERVER.channel.held.append(type(SERVER.channel).write.__globals__['packed'].pack([{}], 1 << 20))"
AT_ONCE = (
    "os.write(SERVER.channel.writer, b''.join("
    "type(SERVER.channel).write.__globals__['encode_frame'](message, 1 << 20) for message in [{}]))"
)
"""Several messages in one write, so that all of them arrive together."""

OTHER_PICK = ("    return min(numbers)", "    return max(numbers)", 1)

PROGRAMS = {
    "right": WORK,
    "other order": WORK.replace("sorted(numbers, key=abs)", "sorted(sorted(numbers, reverse=True), key=abs)"),
    "other pick": WORK.replace(*OTHER_PICK),
    "other pick, low wrong": WORK.replace("return min(numbers)", "return max(numbers)"),
    "other pick, above wrong": WORK.replace("return min(numbers)", "return max(numbers)", 1).replace(">", ">="),
    "another type": WORK.replace("return place + move", "return float(place + move)"),
    "wrong in the 1st call": at_call(1, "raise ValueError(arguments)"),
    "wrong in the 5th call": at_call(5, "raise ValueError(arguments)"),
    "wrong at last": WORK.replace("return place + move", "return place + move + (move == 2)"),
    "raising by input": WORK.replace("return place + move", "return [place + move][move == 2]"),
    "recursive without end": WORK.replace("return place + move", "return step(place, move) if move > 2 else place + move"),
    "leaving in the 1st call": at_call(1, "os._exit(0)", OS),
    "leaving in the 5th call": at_call(5, "os._exit(3)", OS),
    "aborting in the 4th call": at_call(4, "os.abort()", OS),
    "hanging up in the 3rd call": at_call(3, "os.close(SERVER.channel.writer)", OS + SERVER),
    "leaving at import": "import os\nos._exit(0)\n" + WORK,
    "raising at import": WORK + "\nraise ValueError('not today')\n",
    "nothing there": "",
    "a flood of text in the 3rd call": at_call(3, "print('x' * 2000000)"),
    "a huge answer in the 3rd call": at_call(3, "return None").replace(
        "        return function(*arguments)", "        return 'x' * 4000000 if len(CALLS) == 3 else function(*arguments)"
    ),
    "an old answer before every answer": in_every_call(SAYS.format("'return', SERVER.call_id - 1, 0"), SERVER),
    "an answer to the next call before every answer": in_every_call(
        SAYS.format("'return', SERVER.call_id + 1, 0"), SERVER
    ),
    "an answer to the next call in the 5th": at_call(5, SAYS.format("'return', SERVER.call_id + 1, 0"), SERVER),
    "answers to all calls in the 2nd": at_call(
        2, AT_ONCE.format("['return', SERVER.call_id + n, 0] for n in range(400)"), OS + SERVER
    ),
    "two answers to the 3rd call": at_call(3, AT_ONCE.format("['return', SERVER.call_id, 0] for n in range(2)"), OS + SERVER),
    "right answers to the next call": WORK.replace(
        "return place + move",
        AT_ONCE.format("['return', SERVER.call_id + n, place + move] for n in range(2)") + "\n    return place + move",
    ).replace("def step", OS + SERVER + "def step"),
    "no message of ours": at_call(3, SAYS.format("'passed', SERVER.call_id"), SERVER),
    "an import of another call": at_call(3, SAYS.format("'imported', 999, 'work'"), SERVER),
    "an import of the last call": at_call(3, SAYS.format("'imported', SERVER.call_id - 1, 'work'"), SERVER),
    "an import of this call": at_call(3, SAYS.format("'imported', SERVER.call_id, 'work'"), SERVER),
    "an import that goes on": at_call(3, SAYS.format("'importing', SERVER.call_id, 'nothing'"), SERVER),
    "an import that goes on, then the end": at_call(
        3, SAYS.format("'importing', SERVER.call_id, 'work'") + "; os._exit(0)", OS + SERVER
    ),
    "an import that goes on, then an exception": at_call(
        3, SAYS.format("'importing', SERVER.call_id, 'work'") + "; raise ValueError", SERVER
    ),
    "many imports in the 3rd call": at_call(
        3, "for _ in range(150):\n        " + SAYS.format("'imported', SERVER.call_id, 'work'"), SERVER
    ),
    "too many imports in the 3rd call": at_call(
        3, "for _ in range(500):\n        " + SAYS.format("'imported', SERVER.call_id, 'work'"), SERVER
    ),
    "an array": answering("__import__('array').array('b', sorted(numbers, key=abs))"),
    "a view of bytes": answering("memoryview(bytes(map(abs, numbers)))"),
    "bytes": answering("bytes(map(abs, numbers))"),
    "a set": answering("set(numbers)"),
    "a list of its own type": answering("type('Mine', (list,), {})(sorted(numbers, key=abs))"),
    "numbers of their own type": answering("[type('Mine', (int,), {})(n) for n in sorted(numbers, key=abs)]"),
    "a tuple": answering("tuple(sorted(numbers, key=abs))"),
    "truth for one": answering("[n == 1 or n for n in sorted(numbers, key=abs)]"),
    "real numbers": answering("[float(n) for n in sorted(numbers, key=abs)]"),
    "no number": answering("[float('nan'), -float('nan')]"),
    "a complex number": answering("1j"),
    "an ellipsis": answering("..."),
    "code": answering("order.__code__"),
    "a long integer": answering("1 << 14_500"),
    "a text that is longer in one form": answering("'\\u2028' * 500_000"),
    "a deep list": answering("__import__('functools').reduce(lambda inner, _: [inner], range(900), 0)"),
    "a list in itself": answering("(lambda found: (found.append(found), found)[1])([])"),
    "a table with many alike": answering("{n * (2 ** 61 - 1): 0 for n in range(2000)}"),
    "packed nonsense": at_call(3, PACKED.format("b'=['"), OS + SERVER),
    "packed bytes": at_call(3, PACKED.format("b'=[\\3\\0\\0\\0u\\6\\0\\0\\0returni\\3\\0\\0\\0s\\0\\0\\0\\0'"), OS + SERVER),
    "a packed table with a list for a key": at_call(3, PACKED.format("b'={[\\0\\0\\0\\0N0'"), OS + SERVER),
    "packed, right, and of the next call": at_call(
        3, SAYS_PACKED.format("'return', SERVER.call_id + 1, 0"), SERVER
    ),
    "a question in packed form": at_call(3, SAYS_PACKED.format("'ask', SERVER.call_id, 1, 'low', [1]"), SERVER),
    "another pick, then packed nonsense": at_call(3, PACKED.format("b'=['"), OS + SERVER).replace(*OTHER_PICK),
    "another pick, then packed bytes": at_call(
        3, PACKED.format("b'=[\\3\\0\\0\\0u\\6\\0\\0\\0returni\\3\\0\\0\\0s\\0\\0\\0\\0'"), OS + SERVER
    ).replace(*OTHER_PICK),
    "another pick, then packed, right, and of the next call": at_call(
        3, SAYS_PACKED.format("'return', SERVER.call_id + 1, 0"), SERVER
    ).replace(*OTHER_PICK),
    "another order, then a text that is longer in one form": answering(
        "sorted(sorted(numbers, reverse=True), key=abs) if len(numbers) < 4 else '\\u2028' * 500_000"
    ),
    "text that is no frame": at_call(3, "os.write(SERVER.channel.writer, b'\\0\\0\\0\\3abc')", OS + SERVER),
    "a frame too large": at_call(3, "os.write(SERVER.channel.writer, b'\\xff' * 4)", OS + SERVER),
    "asking in the 3rd call": at_call(3, "sandbox.ask('low', [1])", "from _grader import sandbox\n"),
    "asking in every call": in_every_call("sandbox.ask('low', [1])", "from _grader import sandbox\n"),
    "asking, and content without an answer": in_every_call(
        "try:\n        sandbox.ask('low', [1])\n    except sandbox.AskRefused:\n        pass",
        "from _grader import sandbox\n",
    ),
    "asking, then leaving": at_call(
        3, SAYS.format("'ask', SERVER.call_id, 1, 'low', [1]") + "; SERVER.channel._flush(); os._exit(0)", OS + SERVER
    ),
    "asking for what is none": at_call(3, SAYS.format("'ask', SERVER.call_id, 1, 'nothing', []"), SERVER),
    "picking what it is told": WORK.replace(
        "def pick(numbers):\n    return min(numbers)",
        "from _grader import sandbox\n\ndef pick(numbers):\n    try:\n        return sandbox.ask('low', numbers)\n"
        "    except sandbox.AskRefused:\n        return max(numbers)",
    ),
    "near its limit": burning(0.6 * CPU_SECONDS) + at_call(3, "burn()").lstrip(),
}  # fmt: skip

STEPS = ("step",)
SLOW_PROGRAMS = {
    "endless in the 1st call": at_call(1, "while True:\n        pass", within=STEPS),
    "endless in the 6th call": at_call(6, "while True:\n        pass", within=STEPS),
    "endless at import": "while True:\n    pass\n" + WORK,
    "over its limit by and by": burning(0.1 * CPU_SECONDS) + in_every_call("burn()", within=STEPS).lstrip(),
    "hoarding in the 4th call": at_call(4, "CALLS.append(bytearray(b'x' * (1 << 29)))", within=STEPS),
}


Graded = Callable[[str], Result]


def write_walk(root: Path) -> None:
    """Write the world of the assignment."""
    for name, text in {
        "graders/walk/assignment.toml": MANIFEST,
        "graders/walk/driver.py": DRIVER,
        "graders/walk/test_walk.py": CHECKS,
        "reference/walk/work.py": WORK,
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)


@pytest.fixture(scope="module")
def walk() -> Path:
    """An assignment whose checks take more than one right answer, and go on from what they are given."""
    return once("walk", write_walk)


def grading(root: Path, scouts: bool) -> Iterator[Graded]:
    """A way to grade programs, in a warm process of its own."""
    pool = Pool()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRADER_CACHE", str(once("recordings", lambda _: None)))
        warm = pool.take(Settings("walk", root=str(root), scouts=scouts))

    def grade(text: str) -> Result:
        report = warm.grade(Job("walk", {"work.py": text.encode()}))
        assert report.said is Said.GRADED, report.message
        return as_without_a_scout(from_json(bytes(report.result)))

    yield grade
    pool.close()


@pytest.fixture(scope="module")
def scouted(walk: Path, backend: Backend) -> Iterator[Graded]:
    """Grades a program after a scout has asked it everything."""
    yield from grading(walk, True)


@pytest.fixture(scope="module")
def one_by_one(walk: Path, backend: Backend) -> Iterator[Graded]:
    """Grades a program without a scout."""
    yield from grading(walk, False)


def told(result: Result) -> dict[str, tuple[str, str]]:
    """Verdict and message of each check."""
    return {check.id: (check.verdict.value, check.message) for check in result.checks}


@pytest.mark.parametrize("name", PROGRAMS)
def test_scout_changes_nothing(scouted: Graded, one_by_one: Graded, name: str) -> None:
    """Verdicts, messages, examples: the same bytes as with calls made one by one."""
    first, second = scouted(PROGRAMS[name]), one_by_one(PROGRAMS[name])
    assert told(first) == told(second)
    assert to_json(first) == to_json(second)


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW_PROGRAMS)
def test_scout_changes_nothing_where_limits_are_met(scouted: Graded, one_by_one: Graded, name: str) -> None:
    """The same for CPU time and memory, whichever call uses them up."""
    first, second = scouted(SLOW_PROGRAMS[name]), one_by_one(SLOW_PROGRAMS[name])
    assert told(first) == told(second)
    assert to_json(first) == to_json(second)


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("right", {}),
        ("other order", {}),
        ("other pick", {}),
        ("other pick, low wrong", {}),
        ("other pick, above wrong", {"walk.pick": "failed"}),
        ("another type", {}),
        ("near its limit", {}),
        ("picking what it is told", {}),
        ("an import of this call", {}),
        ("asking, and content without an answer", {}),
    ],
)
def test_right_ones_stay_right(scouted: Graded, name: str, wrong: dict[str, str]) -> None:
    """What a check accepts it accepts after a scout."""
    found = told(scouted(PROGRAMS[name]))
    assert {check: verdict for check, (verdict, _) in found.items() if verdict != "passed"} == wrong


ANSWERS_TWICE = in_every_call(
    "pass",
    SERVER
    + "USUAL = SERVER.channel.write\n\n\ndef write(message, *form):\n    USUAL(message, *form)\n"
    "    if type(message).__name__ == 'Return':\n        USUAL(message, *form)\n\n\nSERVER.channel.write = write\n",
)


def test_the_same_is_said_whenever_an_extra_answer_arrives(scouted: Graded, one_by_one: Graded) -> None:
    """Whether it is there before the next call or after it is chance, of which a result must not speak."""
    said = [to_json(grade(ANSWERS_TWICE)) for grade in (scouted, one_by_one) for _ in range(3)]
    assert "crashed" in {verdict for verdict, _ in told(from_json(said[0])).values()}
    assert len(set(said)) == 1


# That a scout does find things out in these tests.


@pytest.fixture
def grader(walk: Path, backend: Backend) -> Grader:
    """A grader in this process, so that one can look into it."""
    return Grader(load_assignment("walk", walk), backend)


@pytest.fixture
def asked(grader: Grader, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each check that a scout asks, whether the recorded bytes alone decided it."""
    grader.recorded()
    seen: list[bool] = []
    usual = Scout.asks

    def watched(self: Scout, variant: str, trace: Trace, seconds: float, questions: Questions) -> Strayed | None:
        strayed = usual(self, variant, trace, seconds, questions)
        seen.append(strayed is None)
        return strayed

    monkeypatch.setattr(Scout, "asks", watched)
    return seen


def graded(grader: Grader, program: str) -> Judge:
    """Grade a program; return the judge."""
    judge = grader.judge(Submission("walk", {"work.py": program.encode()}))
    grader.run(judge)
    return judge


def verdicts(judge: Judge) -> dict[str, str]:
    """The verdict of each check."""
    return {one.spec.id: one.outcome.verdict.value for one in judge.judged}


def test_right_program_is_judged_by_recorded_bytes(grader: Grader, asked: list[bool]) -> None:
    """A scout asks what every check asks, and nothing where that is turned off."""
    assert set(verdicts(graded(grader, WORK)).values()) == {"passed"}
    assert asked == [True] * 10
    grader.scouts = False
    assert set(verdicts(graded(grader, WORK)).values()) == {"passed"}
    assert asked == [True] * 10


def test_same_answers_in_other_bytes_are_looked_at_by_the_check(grader: Grader, asked: list[bool]) -> None:
    """A legal answer that is not the reference's is for the check to judge, and no reason not to believe the rest."""
    judge = graded(grader, PROGRAMS["another type"])
    assert asked.count(False) == 7
    assert set(verdicts(judge).values()) == {"passed"}
    assert not judge.unlike


def test_what_several_checks_ask_at_first_is_asked_once(grader: Grader, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answers are those of the check that asks the most; a wrong one that it alone asks for is its own."""
    grader.recorded()
    legs: list[int] = []
    usual = Scout._ask

    def watched(self: Scout, place: Place, leg: Leg, *rest: Any) -> Any:
        legs.append(leg.length)
        return usual(self, place, leg, *rest)

    monkeypatch.setattr(Scout, "_ask", watched)
    traces = grader.recorded().traces
    assert set(verdicts(graded(grader, WORK)).values()) == {"passed"}
    asked = sum(trace.calls for id_, trace in traces.items() if id_ not in ("walk.near", "walk.nearer"))
    assert sum(legs) == asked

    early, late = (
        WORK.replace("return place + move", f"return place + move + (place == {place} and move == 1)")
        for place in (0, 2)
    )
    found = [verdicts(graded(grader, program)) for program in (early, late)]
    assert [(one["walk.near"], one["walk.further"]) for one in found] == [("failed", "failed"), ("passed", "failed")]


def test_answer_that_came_too_late_for_the_shorter_check_is_not_taken_for_it() -> None:
    """What asks more has more time; the other has its own, with as without the longer one."""
    calls = [values.encode_frame(["call", number, "step", [number, 1]], 1 << 10) for number in (1, 2, 3)]
    replies = [b'["return",%d,%d]' % (number, number + 1) for number in (1, 2, 3)]

    def leg(length: int) -> Leg:
        return Leg(b"".join(calls[:length]), b"".join(map(digest, replies[:length])))

    asking = _Asking(leg(3), Questions({}, Limits()), 9.0, 1 << 10)
    asking.replies, asking._taken = replies, [0.1, 3.0, 3.1]
    assert asking.strayed is None

    def strayed(length: int, seconds: float) -> object:
        part = asking.up_to(leg(length), seconds)
        assert part is not None
        return part.strayed

    assert strayed(1, 2.0) is strayed(2, 3.0) is strayed(2, 9.0) is None
    assert strayed(2, 2.0) == (2, None)
    assert asking.up_to(Leg(calls[1], digest(replies[1])), 9.0) is None
    assert asking.up_to(Leg(calls[0], digest(b"another answer")), 9.0) is None


class Telling:
    """A connection to a process that says these messages, and no more in time."""

    def __init__(self, *messages: bytes) -> None:
        self.messages = list(messages)
        self.patience: list[float] = []

    def send_ahead(self, frames: bytes) -> None:
        """Take what is asked."""

    def receive(self, deadline: float) -> bytes:
        """Say the next message."""
        self.patience.append(deadline - time.monotonic())
        if not self.messages:
            raise DeadlinePassed
        return self.messages.pop(0)


def test_what_follows_a_call_without_a_result_is_hardly_waited_for() -> None:
    """It is of no use, and a process that runs into the same again costs less when it is ended."""
    calls = [values.encode_frame(["call", number, "step", [number, 1]], 1 << 10) for number in (1, 2, 3)]
    leg = Leg(b"".join(calls), b"".join(digest(b'["return",%d,0]' % number) for number in (1, 2, 3)))
    fresh, raised = b'["fresh",1,true]', b'["raise",%d,"StackOverflowError","","","error"]'
    for told, kept in (((1,), False), ((1, 2), False), ((1, 2, 3), True)):
        asking = _Asking(leg, Questions({}, Limits()), 9.0, 1 << 10)
        asking.begin()
        process: Any = Telling(fresh, *(raised % number for number in told))
        assert asking.all_calls(process, 1) is kept
        assert min(process.patience[:2]) > 8.0 and max(process.patience[2:]) <= scout.HEAR_OUT_SECONDS
        assert asking.strayed == (1, digest(raised % 1))


def test_hanging_program_is_not_waited_for_again_and_again(grader: Grader, asked: list[bool]) -> None:
    """Two checks that run out of time are enough, of the public ones and of the hidden ones together."""
    hangs = graded(grader, in_every_call("while True: pass"))
    assert asked == [False, False]
    assert set(verdicts(hangs).values()) == {"timeout"}


def test_program_is_not_charged_for_the_start_of_its_process(
    grader: Grader, asked: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """To compile takes long on a busy machine: the scout's patience is for answers."""
    grader.recorded()
    connect = Box.connect

    def slowly(box: Box, *arguments: object, **more: object) -> object:
        time.sleep(2 * scout.SECONDS)
        return connect(box, *arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(scout, "SECONDS", 0.5)
    monkeypatch.setattr(Box, "connect", slowly)
    judge = graded(grader, WORK)
    assert set(verdicts(judge).values()) == {"passed"}
    assert asked and all(asked)


HALVES = """
import sys

FRAME = sys._getframe()
while "state" not in FRAME.f_locals:
    FRAME = FRAME.f_back
SCOUTED = FRAME.f_locals["state"] is not None

def order(numbers):
    return sorted(numbers, key=abs) if SCOUTED else None

def step(place, move):
    return place + move if not SCOUTED else None
""" + WORK[WORK.index("def pick") : WORK.index("def step")]
"""A program of two halves: one is right when it is made fresh between checks, as for a scout, the other if not."""


def test_two_halves_do_not_make_a_whole(grader: Grader, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that tells a scout from a judge gets what it gets without a scout; else it would get both halves."""
    judge = graded(grader, HALVES)
    assert judge.unlike
    grader.scouts = False
    alone = verdicts(graded(grader, HALVES))
    assert verdicts(judge) == alone
    assert alone["walk.order"] != "passed" and alone["walk.step"] == "passed"
    grader.scouts = True
    monkeypatch.setattr(Session, "_compare", lambda *_: None)  # the weak side: nobody compares
    both = verdicts(graded(grader, HALVES))
    assert both["walk.order"] == both["walk.step"] == "passed"


TELLS_PIDS = WORK.replace("return sorted(numbers, key=abs)", "raise ValueError(os.getpid())").replace(
    "return min(numbers)",
    "for _ in range(abs(numbers[0]) if sandbox.ask('low', [1]) else 0): start()\n    return min(numbers)", 1,
)  # fmt: skip
TELLS_PIDS = """
import os, threading
from _grader import sandbox

def start():
    thread = threading.Thread(target=int)
    thread.start()
    thread.join()
""" + TELLS_PIDS.replace("sandbox.ask('low', [1])", "may_ask()") + """
def may_ask():
    try:
        return sandbox.ask('low', [1])
    except Exception:
        return 0
"""
"""Uses up so many process numbers as a hidden check's numbers say; a public check then tells the next one."""


def public(judge: Judge) -> dict[str, str]:
    """The message of each public check."""
    return {one.spec.id: one.outcome.message for one in judge.judged if one.spec.visibility is Visibility.PUBLIC}


def test_nothing_public_depends_on_what_hidden_checks_asked(grader: Grader, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counters outlive a process, and a box has one for processes: so all that is public is asked first."""
    told = public(graded(grader, TELLS_PIDS))
    assert "ValueError" in told["walk.order"]
    alone = grader.judge(Submission("walk", {"work.py": TELLS_PIDS.encode()}))
    alone.only_public = True
    grader.run(alone)
    assert public(alone) == told

    def both_at_once(judge: Judge) -> None:  # the weak side
        if judge.student is None:
            judge._open()
            judge._scout(Visibility.PUBLIC)
            judge._scout(Visibility.HIDDEN)

    monkeypatch.setattr(Judge, "start", both_at_once)
    assert public(graded(grader, TELLS_PIDS)) != told


def test_submission_has_a_budget_for_all_checks(grader: Grader) -> None:
    """What comes after it is used up is not run, counts as out of time, and a person is told."""
    limits = msgspec.structs.replace(grader.assignment.manifest.limits, total_cpu_seconds=0.05)
    manifest = msgspec.structs.replace(grader.assignment.manifest, limits=limits)
    grader.recorded()
    grader.assignment = msgspec.structs.replace(grader.assignment, manifest=manifest)
    submission = Submission("walk", {"work.py": (burning(0.1) + in_every_call("burn()").lstrip()).encode()})
    judge = grader.judge(submission)
    grader.run(judge)
    said = [one.outcome.message for one in judge.judged]
    assert any(message.startswith("was not run: ") and "at most 0.05 s" in message for message in said)
    assert all(one.outcome.verdict is not Verdict.PASSED for one in judge.judged)
    result = grader.graded(submission, judge).result
    assert result.status is Status.GRADED and SPENT in result.flags


# Programs that know of other checks' calls only by sharing a process with them.

SHARING = {
    "counts calls in its module": at_call(0, "pass").replace("return function", "return len(CALLS) and function"),
    "right only after another check": WORK.replace("return sorted", "import builtins\n    builtins.seen = True\n    return sorted")
    .replace("return place + move", "import builtins\n    return place + move if hasattr(builtins, 'seen') else 0"),
    "right only after another check, by a module of the library": WORK.replace(
        "return sorted", "import math\n    math.seen = True\n    return sorted"
    ).replace("return place + move", "import math\n    return place + move if hasattr(math, 'seen') else 0"),
    "right only after another check, by a module it puts in": WORK.replace(
        "return sorted", "import sys\n    sys.modules['math'] = sys\n    return sorted"
    ).replace("return place + move", "import math, sys\n    return place + move if math is sys else 0"),
    "tells what others were asked": "import math\nmath.asked = getattr(math, 'asked', [])\n" + WORK.replace(
        "return sorted", "math.asked.append(numbers)\n    return sorted"
    ).replace("return place + move", "raise ValueError(repr(math.asked))"),
    "tells what others were asked, by a file": "import os\n" + WORK.replace(
        "return sorted", "open('asked', 'a').write(repr(numbers))\n    return sorted"
    ).replace("return place + move", "raise ValueError(open('asked').read() if os.path.exists('asked') else '')"),
    "leaves a thread": "import threading, time\nthreading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n" + WORK,
    "leaves a file": "open('left', 'a').write('x')\n" + WORK,
    "sets hooks and limits": "import sys\nsys.setrecursionlimit(60)\nsys.settrace(lambda *_: None)\n" + WORK,
    "draws at random": WORK.replace("return place + move", "import random\n    return place + move + (random.random() < 0.5)"),
    "changes what is built in": WORK.replace("return sorted", "import builtins\n    builtins.min = max\n    return sorted"),
    "says that it is fresh": in_every_call(SAYS.format("'fresh', SERVER.call_id, True"), SERVER),
}  # fmt: skip


@pytest.mark.parametrize("name", SHARING)
def test_same_bytes_with_a_process_for_each_check(scouted: Graded, one_by_one: Graded, name: str) -> None:
    """Also for what is right only because of what another check has left, and for what wants to tell what it saw."""
    assert to_json(scouted(SHARING[name])) == to_json(one_by_one(SHARING[name]))


LATE = {
    "takes back its words": in_every_call("SERVER.channel.arrived = type(SERVER.channel.arrived)()", SERVER),
    "sleeps in the 2nd call": at_call(2, "time.sleep(1)", "import time\n", within=("order",)),
}


@pytest.mark.parametrize("name", LATE)
def test_same_bytes_where_the_scout_waits_in_vain(grader: Grader, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """What has no answer in time is judged one by one, which has more."""
    grader.recorded()
    monkeypatch.setattr(Scout, "_patience_for", lambda *_: 0.2)
    judge = graded(grader, LATE[name])
    assert judge._patience.late
    grader.scouts = False
    alone = graded(grader, LATE[name])
    submission = Submission("walk", {"work.py": LATE[name].encode()})
    first, second = (as_without_a_scout(grader.graded(submission, one).result) for one in (judge, alone))
    assert told(first) == told(second)
    assert to_json(first) == to_json(second)


@pytest.fixture
def started(grader: Grader, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One entry for each process that is started."""
    grader.recorded()
    started: list[int] = []
    usual = Box.connect

    def noted(box: Box, *arguments: object, **more: object) -> object:
        started.append(1)
        return usual(box, *arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Box, "connect", noted)
    return started


def needed(judge: Judge) -> int:
    """How many processes a scout needs, and one of the reference, which answers what is asked.

    Hidden checks never share with public ones, nor those that ask back with others.
    """
    traces = judge.kept.traces
    specs = [one.spec for one in judge.judged if one.spec.id in traces]
    return len({(spec.visibility, traces[spec.id].process) for spec in specs}) + 1


def test_right_program_needs_few_processes(grader: Grader, started: list[int]) -> None:
    """That is what it is for: all checks share one, but those that ask back, and those whose answers others tell."""
    judge = graded(grader, WORK)
    assert set(verdicts(judge).values()) == {"passed"}
    assert len(started) == needed(judge)


def test_scout_has_one_process_at_a_time(grader: Grader, monkeypatch: pytest.MonkeyPatch) -> None:
    """A box sweeps its files when no process is left: what one leaves there is not to meet the next."""
    grader.recorded()
    living: list[int] = []
    most = []
    boxes: list[Box] = []
    connect = Box.connect

    def noted(box: Box, *arguments: object, **more: object) -> object:
        connection = connect(box, *arguments, **more)  # type: ignore[arg-type]
        boxes.append(box)
        if box is not boxes[0]:  # the reference's
            return connection
        living.append(id(connection))
        most.append(len(living))
        finish = connection.finish

        def finished() -> object:
            if id(connection) in living:
                living.remove(id(connection))
            return finish()

        monkeypatch.setattr(connection, "finish", finished)
        return connection

    monkeypatch.setattr(Box, "connect", noted)
    assert set(verdicts(graded(grader, WORK)).values()) == {"passed"}
    assert len(most) > 1 and max(most) == 1


def test_right_program_in_other_bytes_needs_no_more(grader: Grader, started: list[int]) -> None:
    """What it answered the scout is enough for the checks to pass it."""
    judge = graded(grader, PROGRAMS["other order"])
    assert set(verdicts(judge).values()) == {"passed"}
    assert len(started) == needed(judge)


def test_what_does_not_import_is_tried_once(grader: Grader) -> None:
    """Each check is told the same, and is asked nothing once that is known; but for one that can begin without the file."""
    judge = graded(grader, "def order(numbers:\n" + WORK)
    assert set(verdicts(judge).values()) == {"missing"}
    (message,) = {one.outcome.message for one in judge.judged}
    assert "SyntaxError" in message and "line 1" in message
    called = {one.spec.id: one.calls for one in judge.judged}
    assert called.pop("walk.order") == 1 and called.pop("walk.whole") > 0
    assert set(called.values()) == {0}
