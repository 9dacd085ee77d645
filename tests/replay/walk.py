"""A world for tests of the prefetch, and programs that behave oddly in it.

Its checks accept more than one right answer, and use the answers in later calls.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from graders.extensions.faults.one_cause import Search
from graders.harness.grading.checks import Check, Invoke
from graders.harness.grading.grader import Grader
from graders.harness.grading.submission_run import SubmissionRun
from graders.harness.result import FlagCode, Result
from graders.harness.sandbox.interface import Backend
from tests.classes import SERVER, burning
from tests.once import once
from tests.world import World, submission_of, verdicts, write_world

CPU_SECONDS = 0.15

DRIVER = """
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
NUMBERS = st.lists(st.integers(-9, 9), min_size=1, max_size=5)


def size(number):
    return abs(number) if type(number) is int else 0


@check("walk.order")
@given(numbers=NUMBERS)
def test_order(student, numbers):
    """order sorts by size; which of 3 and -3 comes first is free."""
    got = student.order(numbers)
    if type(got) is not list or sorted(map(repr, got)) != sorted(map(repr, numbers)) or got != sorted(got, key=size):
        fail("This is not their order.")


@check("walk.pick")
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


@check("walk.ask", visibility="hidden", asks=("low",))
@given(numbers=NUMBERS)
def test_ask(student, numbers):
    """pick takes any of the numbers, and may ask for the smallest."""
    picked = student.pick(numbers)
    if picked not in numbers:
        fail("That was none of the numbers.")


@check("walk.asked", visibility="hidden", asks=("step",))
def test_asked(student):
    """A step leads where the grader says, which is asked in the same call."""
    for place in range(20, 24):
        told, found = student.asked_step(place, 2)
        expect(found, told, "That step leads elsewhere.")


@check("walk.step")
@given(start=st.integers(0, 9), moves=st.lists(st.integers(-3, 3), max_size=4))
def test_step(student, reference, start, moves):
    """A walk goes from where the last step led."""
    place = start
    for move in moves:
        expect(student.step(place, move), reference.step(place, move), "That step leads elsewhere.")
        place = reference.step(place, move)


@check("walk.far")
@given(start=st.integers(0, 9), moves=st.lists(st.integers(-3, 3), max_size=4))
def test_far(student, start, moves):
    """A walk goes on from wherever the program says it is."""
    place = start
    for move in moves:
        place = student.step(place, move)
    expect(place, start + sum(moves), "The walk ends elsewhere.")


@check("walk.whole")
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


@check("walk.near")
def test_near(student):
    """The first step leads on."""
    for place in range(1):
        expect(student.step(place, 1), place + 1, "That step leads elsewhere.")


@check("walk.nearer")
def test_nearer(student):
    """The first step leads on, and the second one."""
    for place in range(2):
        expect(student.step(place, 1), place + 1, "That step leads elsewhere.")


@check("walk.further")
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


def recorded_grader(world: World, backend: Backend) -> Grader:
    """Return a grader in this process, with the reference recorded."""
    grader = Grader(world.assignment, backend)
    grader.recorded()
    return grader


def at_call(number: int, deed: str, top: str = "", within: Sequence[str] = OPERATIONS) -> str:
    """Return the right program, with *deed* before the answer to its *number*-th call (of those *within*)."""
    return (
        f"{top}\nimport functools\nCALLS = []\n\n\ndef deed(arguments):\n    {deed}\n{WORK}\n"
        "def wrapped(function):\n    @functools.wraps(function)\n    def call(*arguments):\n"
        f"        CALLS.append(1)\n        if len(CALLS) == {number}:\n            deed(arguments)\n"
        "        return function(*arguments)\n    return call\n\n"
        f"for name in {within}:\n    globals()[name] = wrapped(globals()[name])\n"
    )


def in_every_call(deed: str, top: str = "", within: Sequence[str] = OPERATIONS) -> str:
    """Return the right program, with *deed* before every answer."""
    return at_call(0, deed, top, within).replace("if len(CALLS) == 0:", "if True:")


def answering(order: str) -> str:
    """Return the right program, with another result for the order of *numbers*."""
    return WORK.replace("return sorted(numbers, key=abs)", f"return {order}")


OS = "import os\n"
PACKED = (
    "os.write(SERVER.channel.writer, (lambda packed: len(packed).to_bytes(4, 'big') + packed)({}))"
)
ENCODE = "type(SERVER.channel).write.__globals__['encode_frame']"
MESSAGES = "SERVER.send.__globals__['messages']"
SAYS = f"SERVER.channel.held.append({ENCODE}([{{}}], 1 << 20))"
AT_ONCE = (
    f"os.write(SERVER.channel.writer, b''.join({ENCODE}(message, 1 << 20) for message in [{{}}]))"
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
        3, f"SERVER.channel.write({MESSAGES}.Return(SERVER.call_id + 1, 0), True)", SERVER
    ),
    "a question in packed form": at_call(3, f"SERVER.channel.write({MESSAGES}.Ask(SERVER.call_id, 1, 'low', [1]), True)", SERVER),
    "another pick, then packed nonsense": at_call(3, PACKED.format("b'=['"), OS + SERVER).replace(*OTHER_PICK),
    "another pick, then packed bytes": at_call(
        3, PACKED.format("b'=[\\3\\0\\0\\0u\\6\\0\\0\\0returni\\3\\0\\0\\0s\\0\\0\\0\\0'"), OS + SERVER
    ).replace(*OTHER_PICK),
    "another pick, then packed, right, and of the next call": at_call(
        3, f"SERVER.channel.write({MESSAGES}.Return(SERVER.call_id + 1, 0), True)", SERVER
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
        3, "SERVER.channel.write(['ask', SERVER.call_id, 1, 'low', [1]]); os._exit(0)", OS + SERVER
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
    "over its limit by and by": burning(0.3 * CPU_SECONDS)
    + in_every_call("burn()", within=STEPS).lstrip(),
    "hoarding in the 4th call": at_call(
        4, "CALLS.append(bytearray(b'x' * (1 << 29)))", within=STEPS
    ),
}


@cache
def walk() -> World:
    """Return the world, written once in a run of the tests."""
    root = once(
        "walking",
        lambda root: write_world(
            root,
            id="walking",
            title="Walking about",
            checks=CHECKS,
            driver=DRIVER,
            reference={"work.py": WORK},
            programs=("whole",),
            examples=12,
            limits={
                "cpu_seconds": CPU_SECONDS,
                "hurried_cpu_seconds": 0.08,
                "wall_seconds": 20.0,
                "memory_mb": 256,
            },
            shrink={"calls": 3},
        ),
    )
    return World(root, "walking")


@dataclass(frozen=True)
class Run:
    """A graded submission."""

    result: Result
    submission_run: SubmissionRun
    live: list[str]
    """The checks that ran live, in order."""

    @property
    def verdicts(self) -> dict[str, str]:
        """Return the verdict of each check."""
        return verdicts(self.result)

    @property
    def nondeterministic(self) -> bool:
        """Return whether the result has the flag."""
        return any(flag.code is FlagCode.NONDETERMINISTIC for flag in self.result.flags)


def without_prefetch(grader: Grader) -> Grader:
    """Return another grader on the same backend that does not prefetch."""
    options = dataclasses.replace(grader.options, prefetch=False)
    return Grader(grader.assignment, grader.backend, options=options)


def run_on(grader: Grader, program: str, *, only_public: bool = False, **others: str) -> Run:
    """Grade *program* as work.py, beside *others* by their names without ".py"; look for no cause of failures."""
    runs: list[SubmissionRun] = []
    live: list[str] = []
    run_of, run_live = Grader.run_of, SubmissionRun._run_live

    def keep_run(self: Grader, *arguments: Any) -> SubmissionRun:
        runs.append(run_of(self, *arguments))
        return runs[-1]

    def keep_check(self: SubmissionRun, check: Check, invoke: Invoke) -> None:
        live.append(check.id)
        run_live(self, check, invoke)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Search, "flags", lambda _: ())  # it runs checks again, with changed programs
        patch.setattr(Grader, "run_of", keep_run)
        patch.setattr(SubmissionRun, "_run_live", keep_check)
        files = {f"{name}.py": text for name, text in {"work": program, **others}.items()}
        submission = submission_of(grader.assignment.id, files)
        graded = grader.grade(submission, only_public=only_public)
    return Run(graded.result, runs[0], live)
