"""One process of the prefetch serves checks in all variants that replace no file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from graders.harness.grading.grader import Grader
from graders.harness.grading.submission_run import SubmissionRun
from graders.harness.sandbox.interface import Backend
from graders.harness.sandbox.launched import LaunchedBox
from tests.classes import SERVER
from tests.once import once
from tests.replay.walk import Run, recorded_grader, run_on, without_prefetch
from tests.world import World, write_world

pytestmark = pytest.mark.usefixtures("recordings")

CHECKS = '''
SOUND = {"variants": ("sound", "own")}
FIRST, SECOND = 40 * "x" + "1", 40 * "X" + "1!"


@check("one.spell")
def test_spell(student):
    """It spells a number."""
    expect(student.spell(1), FIRST)


@check("one.louder", **SOUND)
def test_louder(student):
    """It makes a text louder, with a sound helper: a call that holds the answer of the first check."""
    expect(student.louder(FIRST, FIRST.upper()), SECOND)


@check("one.again")
def test_again(student):
    """It makes a text louder by itself: a call that holds the answer of the second check."""
    expect(student.louder(SECOND), SECOND + "!")


@check("one.hidden", visibility="hidden", **SOUND)
def test_hidden(student):
    """It makes another text louder, with a sound helper."""
    expect(student.louder("a", "A"), "A!")


@check("one.by-itself", visibility="hidden")
def test_by_itself(student):
    """It makes another text louder by itself."""
    expect(student.louder("b"), "B!")


@check("one.replaced", visibility="hidden", variants=("replaced",))
def test_replaced(student):
    """It makes a text louder, with the file of the helper replaced."""
    expect(student.louder("c"), "C!")
'''

DRIVER = """
def spell(number):
    return sandbox.require("work", "spell")(number)

def louder(text, known=None):
    work = sandbox.module("work")
    if sandbox.variant == "sound":
        work.upper = lambda text: known
    return work.louder(text)
"""

WORK = """
from parts import upper

def spell(number):
    return 40 * "x" + str(number)

def louder(text):
    return upper(text) + "!"
"""

PARTS = "def upper(text):\n    return text.upper()\n"

REMEMBERS = SERVER + WORK.replace(
    "    return upper",
    '    if hasattr(SERVER, "seen"):\n        return "another text"\n    SERVER.seen = True\n    return upper',
)
"""Right in the first call of a process, and wrong in those after it."""


def one() -> World:
    """Return the world, written once in a run of the tests."""
    root = once(
        "one-process",
        lambda root: write_world(
            root,
            checks=CHECKS,
            driver=DRIVER,
            reference={"work.py": WORK, "parts.py": PARTS},
            files={"graders/tiny/standins/parts.py": PARTS},
            variants={
                "sound": {"files": {}},
                "replaced": {"files": {"parts.py": "standins/parts.py"}},
            },
        ),
    )
    return World(root)


@pytest.fixture
def grader(backend: Backend) -> Grader:
    """A grader in this process, with the reference recorded."""
    return recorded_grader(one(), backend)


@pytest.fixture
def started(grader: Grader, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bool]]:
    """The variant of each process that was started since, and whether it serves several checks."""
    found: list[tuple[str, bool]] = []
    connect: Callable[..., Any] = LaunchedBox.connect

    def watched(
        self: LaunchedBox,
        variant: str,
        seconds: float | None = None,
        reuse: bool = False,
        last: bool = False,
    ) -> Any:
        found.append((variant, reuse))
        return connect(self, variant, seconds, reuse, last)

    monkeypatch.setattr(LaunchedBox, "connect", watched)
    return found


@pytest.fixture
def by_prefetch(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether each submission since has passed by the prefetch alone."""
    found: list[bool] = []
    passes = SubmissionRun.passes_by_prefetch

    def watched(self: SubmissionRun) -> bool:
        found.append(passes(self))
        return found[-1]

    monkeypatch.setattr(SubmissionRun, "passes_by_prefetch", watched)
    return found


def graded(grader: Grader, work: str = WORK, parts: str = PARTS) -> Run:
    """Grade a submission of these two files."""
    return run_on(grader, work, parts=parts)


def test_right_program_takes_a_process_for_each_visibility_and_each_set_of_files(
    grader: Grader, started: list[tuple[str, bool]], by_prefetch: list[bool]
) -> None:
    """Even if checks wait for the verdict of others in another variant."""
    run = graded(grader)
    assert set(run.verdicts.values()) == {"passed"}
    assert started == [("own", True), ("own", True), ("replaced", True)]
    assert by_prefetch == [True]
    assert run.live == []
    assert graded(without_prefetch(grader)).result == run.result


def test_each_check_runs_in_its_variant(grader: Grader) -> None:
    """A wrong helper costs the checks in which it is the program's own."""
    wrong = PARTS.replace("upper()", "lower()")
    run = graded(grader, parts=wrong)
    assert {id_ for id_, verdict in run.verdicts.items() if verdict == "failed"} == {
        "one.again",
        "one.by-itself",
    }
    assert run.live == ["one.again", "one.by-itself"]
    assert graded(without_prefetch(grader), parts=wrong).result == run.result


def test_program_that_remembers_a_call_in_another_variant_is_judged_live(
    grader: Grader, by_prefetch: list[bool]
) -> None:
    run = graded(grader, REMEMBERS)
    assert by_prefetch == [False]
    assert set(run.verdicts.values()) == {"passed"}
    assert run.nondeterministic
    assert graded(without_prefetch(grader), REMEMBERS).verdicts == run.verdicts


def test_check_that_waits_for_one_that_fails_is_not_sent_before_it_is_decided(
    grader: Grader, started: list[tuple[str, bool]]
) -> None:
    run = graded(grader, WORK.replace('+ "!"', '+ "?"'))
    assert run.verdicts["one.spell"] == "passed"
    first_live = started.index(("sound", False))
    assert started[:first_live] == [("own", True)]
    assert ("own", True) in started[first_live:]
