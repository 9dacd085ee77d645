"""The judge's own clocks: one for CPU time, and one for the wall's as the last resort."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from graders.harness.grading import budget
from graders.harness.grading.grader import Graded, GraderOptions
from graders.harness.result import Cause, CauseKind, Flag, FlagCode, Status
from graders.harness.session import timers
from graders.harness.session.timers import (
    JudgeOutOfTime,
    SubmissionOutOfTime,
    judge_clock,
    wall_clock,
)
from tests.once import once
from tests.world import World, checks, forwarding, verdicts, write_world

pytestmark = pytest.mark.usefixtures("recordings")

WORK = "def double(number):\n    return 2 * number\n"
WRONG = WORK.replace("2 *", "3 *")

CHECKS = """
import re
import time


@check("judge.waits")
def test_waits(student):
    \"\"\"The check waits for ever for a wrong answer.\"\"\"
    if student.double(1) != 2:
        try:
            time.sleep(600)
        except Exception:
            pass


@check("judge.next")
def test_next(student):
    \"\"\"The next check.\"\"\"
    expect(student.double(0), 0)


@check("judge.pattern", tags=["pattern"])
def test_pattern(student):
    \"\"\"A pattern takes for ever for a wrong answer: one call in C.\"\"\"
    if student.double(2) != 4:
        re.match("(a+)+$", "a" * 60 + "b")


@check("judge.last")
def test_last(student):
    \"\"\"The last check.\"\"\"
    student.double(4)
    expect(student.double(0), 0)
"""


@pytest.fixture(scope="module")
def stalling() -> World:
    """A world whose checks do not end for a wrong answer."""

    def write(root: Path) -> None:
        write_world(
            root,
            id="stalling",
            checks=CHECKS,
            driver=forwarding(work=("double",)),
            reference={"work.py": WORK},
        )

    return World(once("stalling", write), "stalling")


def grade(world: World, *only: str, total: float = 1.0) -> Graded:
    """Grade a wrong submission live, with this much time in all."""
    with world.opened(total_wall_seconds=total, total_cpu_seconds=total) as grader:
        grader.recorded()
        grader.options = GraderOptions(prefetch=False)
        return grader.grade(world.submission(work=WRONG), only=frozenset(only) or None)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the last resort strike as soon as the budget has ended."""
    monkeypatch.setattr(budget, "LAST_RESORT_SECONDS", 0.2)


@pytest.mark.nightly
@pytest.mark.usefixtures("impatient")
def test_last_resort_ends_a_check_and_its_submission(stalling: World) -> None:
    """No check goes on, and the result is flagged."""
    graded = grade(stalling, "judge.waits", "judge.next")
    reached = {id_: verdicts(graded)[id_] for id_ in ("judge.waits", "judge.next")}
    assert reached == {"judge.waits": "timeout", "judge.next": "timeout"}
    assert checks(graded)["judge.waits"].cause == Cause(CauseKind.TOTAL_WALL_LIMIT, limit=1.0)
    assert graded.result.status is Status.GRADED
    assert graded.wall_clock_decided
    assert Flag(FlagCode.TIME_USED_UP) in graded.result.flags


@pytest.mark.slow
def test_cpu_time_of_the_judge_is_the_submissions(stalling: World) -> None:
    """A pattern that does not end uses up the budget; `re` lets signals interrupt it."""
    graded = grade(stalling, "judge.pattern", "judge.last")
    reached = {id_: verdicts(graded)[id_] for id_ in ("judge.pattern", "judge.last")}
    assert reached == {"judge.pattern": "timeout", "judge.last": "timeout"}
    assert checks(graded)["judge.last"].cause == Cause(CauseKind.TOTAL_CPU_LIMIT, limit=1.0)
    assert Flag(FlagCode.TIME_USED_UP) in graded.result.flags


# Timers.


def burn(seconds: float) -> None:
    """Use CPU time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        sum(range(1000))


@pytest.mark.slow
def test_inner_clock_ends_inner_block_only() -> None:
    with judge_clock(60.0, SubmissionOutOfTime):
        with pytest.raises(JudgeOutOfTime), judge_clock(0.05):
            burn(30.0)
        burn(0.01)


@pytest.mark.slow
def test_outer_clocks_time_runs_on_in_an_inner_block() -> None:
    """The inner block ends by it, and the outer one right afterwards."""
    with pytest.raises(SubmissionOutOfTime), judge_clock(0.05, SubmissionOutOfTime):
        with pytest.raises(JudgeOutOfTime), judge_clock(60.0):
            burn(30.0)
        burn(30.0)


def test_clock_strikes_again_where_code_swallows_everything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(timers, "STRIKES_EVERY", 0.05)
    swallowed = 0
    with pytest.raises(SubmissionOutOfTime), wall_clock(0.05):
        while True:
            try:
                time.sleep(60)
            except BaseException:
                swallowed += 1
                if swallowed == 3:
                    raise
    assert swallowed == 3
