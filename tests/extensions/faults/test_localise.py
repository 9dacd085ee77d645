"""The lines of wrong calls are advice: measured once, after all verdicts, and by the program's own account."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from graders.extensions.faults import advisor, localise
from graders.extensions.faults.noting import noted
from graders.extensions.faults.sentences import suspect_line
from graders.harness.assignment.manifest import load_assignment
from graders.harness.grading.grader import Graded
from graders.harness.grading.lines import Sources
from graders.harness.inside.marks import TABLE
from graders.harness.result import FlagCode, to_json
from tests.classes import STEP_AND_BACK
from tests.once import once
from tests.world import World, forwarding, write_world

WORK = '''
class Walker:
    """Walks."""

    def __init__(self, place):
        self.place = place

    def walk(self):
        if self.place > 4:
            self.place += 1
        else:
            self.place += 1
        return self.place


def step(place):
    return Walker(place).walk()


def back(place):
    return place - 1
'''
FORGER = """
import sys
{more}
def lines_of(operation, arguments):
    {body}

lines_of.__module__ = "_grader.driver"
if hasattr(sys.modules["_grader.driver"], "lines_of"):
    sys.modules["_grader.driver"].lines_of = lines_of
"""
"""Replaces the operation that returns lines."""


@pytest.fixture(scope="module")
def world() -> World:
    """An assignment with a public and a hidden check."""
    return World(
        once(
            "localise",
            lambda root: write_world(
                root,
                id="walker",
                checks=STEP_AND_BACK,
                driver=forwarding(work=("step", "back")),
                reference={"work.py": WORK},
                examples=12,
            ),
        ),
        "walker",
    )


def changed(old: str, new: str, count: int = 1) -> str:
    assert old in WORK
    return WORK.replace(old, new, count)


WRONG_BRANCH = changed("self.place += 1", "self.place += 2")


def unsearched(world: World, work: str) -> Graded:
    """Grade a submission without the search for its lines."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(advisor, "suspects", lambda *_: ())
        return world.grade(work=work)


@pytest.mark.slow
def test_wrong_branch_is_the_first_suspect(world: World) -> None:
    graded = world.grade(work=WRONG_BRANCH)
    first, *_ = noted(graded.noted).suspects
    assert (first.file, first.function, first.lines, first.score) == (
        "work.py",
        "Walker.walk",
        ((9, 10),),
        1.0,
    )


@pytest.mark.slow
def test_right_program_gets_no_marks(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """No box is opened for it."""
    monkeypatch.setattr(localise, "with_marks", None)
    assert noted(world.grade().noted).suspects == ()


def test_function_known_to_be_at_fault_is_a_place_if_the_submission_has_it() -> None:
    """It is named with the line that begins it: no line of it is suspected."""
    text = b"# swap (all)\nclass Block:\n    def turn(self):\n        self.swap(1)\n\n    def swap(self):\n        pass\n"
    code = localise.SubmittedCode(load_assignment("csc148_2018_blocky"), {"block.py": text})
    found = [*code.named(["Block.mine", "Block.swap"])]
    assert [*map(suspect_line, found)] == ["block.py:6 (Block.swap) def swap(self):"]


@pytest.mark.slow
def test_students_own_check_traces_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """It runs the public checks alone and shows no diagnosis."""
    monkeypatch.setattr(localise, "with_marks", None)
    submission = world.submission(work=WRONG_BRANCH)
    graded = world.grader.grade(submission, only_public=True)
    assert noted(graded.noted).symptoms
    assert noted(graded.noted).suspects == ()


GARBAGE: list[object] = [
    None, 7, "work.py", [], [1], {"work.py": 3}, {"work.py": [0, -1, 24, 10**30]},
    {"other.py": [1], "": [1], "../work.py": [1], "_grader/driver.py": [1]}, {3: [1]}, {None: [1]}, {"work.py": [3, True]}, {"work.py": [3, 2.5]}, {"work.py": [3, "4"]}, {"work.py": [3, [4]]},
]  # fmt: skip


@pytest.mark.parametrize("reply", GARBAGE)
def test_reply_that_names_no_line_of_the_submission_counts_for_nothing(reply: object) -> None:
    """A careless reader would take any text for a file, and any number for a line of it."""
    again: Any = SimpleNamespace(_sources=Sources({"work.py": WORK.encode()}))
    assert localise._Again._places(again, reply) == frozenset()
    assert localise._Again._places(again, {"work.py": [3]}) == {("work.py", 3)}


NIGHTLY = [pytest.mark.nightly, pytest.mark.slow]
FORGERIES = {
    "lines of others": 'return {"other.py": [1], "work.py": [99999, -1]}',
    "no table": "return [[1]]",
    "a flood": 'return {"work.py": list(range(200000))}',
    "an end": "raise SystemExit",
    "a line of its own": 'return {"work.py": [3 if arguments[0] > 4 else 4]}',
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind",
    [
        "a flood",
        "a line of its own",
        *(pytest.param(kind, marks=NIGHTLY) for kind in ("lines of others", "no table", "an end")),
    ],
)
def test_forged_lines_change_no_verdict_and_name_own_lines_alone(world: World, kind: str) -> None:
    """The last one wins what there is to win: a line of its own is named, as by its own account."""
    work = WRONG_BRANCH + FORGER.format(more="", body=FORGERIES[kind])
    graded = world.grade(work=work)
    assert {(one.file, one.lines) for one in noted(graded.noted).suspects} == (
        {("work.py", ((3, 3),))} if kind == "a line of its own" else set()
    )
    assert to_json(unsearched(world, work).result) == to_json(graded.result)


@pytest.mark.nightly
@pytest.mark.slow
def test_program_that_hangs_when_it_has_marks_loses_its_suspects_alone(world: World) -> None:
    """Neither its result nor the word about the clock changes."""
    has_marks = f"{TABLE + 'work.py'!r} in vars(builtins)"
    hangs = "import builtins\n" + WRONG_BRANCH.replace(
        "if self.place > 4", f"while {has_marks}: pass\n        if self.place > 4"
    )
    graded = world.grade(work=hangs)
    assert noted(graded.noted).suspects == ()
    assert to_json(graded.result) == to_json(unsearched(world, hangs).result)
    assert not graded.wall_clock_decided


@pytest.mark.slow
def test_nondeterministic_program_has_no_suspects(world: World) -> None:
    """Its lines would be those of another run."""
    usual = world.grade(work=WRONG_BRANCH)
    varies = world.grade(
        work=WRONG_BRANCH.replace(
            "return place", "import time\n    return time.perf_counter_ns() - place"
        )
    )
    assert [flag.code for flag in varies.result.flags] == [FlagCode.NONDETERMINISTIC]
    assert noted(varies.noted).suspects == ()
    assert set(noted(varies.noted).symptoms) == set(noted(usual.noted).symptoms)
