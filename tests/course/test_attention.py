"""Whoever needs a person is on the list, with the reason; who does not, is not."""

from __future__ import annotations

from fractions import Fraction

import pytest

from graders.harness.course.attention import NOT_THERE, reasons
from graders.harness.course.gradebook import Row, Standing
from graders.harness.grading.grader import EMPTY
from graders.harness.result import Adjustment, CheckResult, Result, Verdict
from tests.reports import paper
from tests.world import TOY

P, F, M, R = Verdict.PASSED, Verdict.FAILED, Verdict.MISSING, Verdict.RAISED
NO_MODULE = "block.py does not load: ModuleNotFoundError: No module named 'pygame' (block.py, line 3)"


def check(task: str, verdict: Verdict, message: str = "") -> CheckResult:
    """A check of one mark."""
    return paper.check(f"{task}.x", verdict=verdict, message="" if verdict is P else message)


def told(result: Result | None, standing: Standing = Standing.GRADED, flags: tuple[str, ...] = ()) -> list[str]:
    """Why a person should look at it."""
    return list(reasons(Row("1", "Ada", "", "ada", standing, result, flags=flags)))


FINE = [check("goal", P)] * 4


def test_nobody_else_is_listed() -> None:
    """Wrong answers, a function that is not there, one check whose file does not load: marks tell of these."""
    wrong = [check("block", F, "The board is wrong."), check("block", R, "KeyError: 3"), check("block", P)]
    lacking = [check("block", M, "block.py has no Block.swap")] * 3
    assert told(paper.result(*FINE, *wrong, *lacking)) == []
    assert told(paper.result(*FINE, check("block", P), check("block", P), check("block", M, NO_MODULE))) == []
    assert told(None, Standing.MISSING) == []


def test_one_line_that_costs_a_file_is_told_with_the_marks_without_it() -> None:
    """All checks of a task fail by one import: what it is, what it cost, what could be had."""
    (words,) = told(paper.result(*FINE, *[check("block", M, NO_MODULE)] * 5))
    assert words == f"5 checks failed for one reason (4 marks, without it 9 at most): {NO_MODULE}"


@pytest.mark.parametrize(
    "message",
    [
        "player.py was not handed in",
        "Board.java does not compile: class Board is in package game, not blocky",
        "block.py does not load: SyntaxError: invalid syntax (block.py, line 9)",
    ],
)
def test_every_way_in_which_a_file_is_of_no_use(message: str) -> None:
    """It is not there, in another package, or no Python."""
    (words,) = told(paper.result(*FINE, *[check("block", M, message)] * 3))
    assert words == f"3 checks failed for one reason (4 marks, without it 7 at most): {message}"


def test_no_check_passed() -> None:
    """Whatever the verdicts, and with the reason where most have the same."""
    checks = [*[check("block", M, NO_MODULE)] * 3, check("goal", R, "ModuleNotFoundError: No module named 'pygame'")]
    assert told(paper.result(*checks)) == [f"no check passed: {NO_MODULE}"]
    assert told(paper.result(check("block", F, "a"), check("goal", F, "b"))) == ["no check passed"]
    assert told(paper.result(check("block", M, "a"), check("goal", M, "b"))) == [NOT_THERE]


def test_no_marks() -> None:
    """What passed is worth nothing, or all of it was taken off."""
    late = Adjustment("late", Fraction(-9), "9 days")
    assert told(paper.result(*FINE, adjustments=(late,))) == ["no marks, though some checks passed"]


def test_names_of_files() -> None:
    """A file that bears another name is graded, and a person decides; other notes are no reason."""
    notes = ("'Block.py' is taken for block.py", "took the files of folder 'a2'", "goal.py is missing: is 'gaol.py' meant?")
    assert told(paper.result(*FINE, notes=notes)) == [notes[0], notes[2]]


def test_empty_file_is_flagged_by_name() -> None:
    """There, but with nothing in it: told in the result, and so on the list; not of a file that is not there."""
    assert TOY.grade(sums="\n \n").result.flags == (EMPTY.format("sums.py"),)
    assert EMPTY.format("sums.py") not in TOY.grade(sums=None).result.flags
    assert told(TOY.grade(sums="").result, flags=(EMPTY.format("sums.py"),))[0] == EMPTY.format("sums.py")
