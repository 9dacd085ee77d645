"""Shares of a task's marks: whole hundredths, as reports print them, that add up to the task."""

from __future__ import annotations

from fractions import Fraction

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from graders.harness.assignment.check import CheckSpec
from graders.harness.grading.marking import LEFT_OUT, MOST_EXHIBITS, mark
from graders.harness.grading.outcome import PASSED, CheckRun, Outcome
from graders.harness.result import (
    Cause,
    CauseKind,
    Exhibit,
    Picture,
    Square,
    Text,
    Visibility,
    as_written,
)
from tests.world import TOY

WEIGHTS = st.lists(
    st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(3), Fraction(28)]),
    min_size=1,
    max_size=120,
)


def shared(weights: list[Fraction], marks: float) -> list[Fraction]:
    """Return the marks of checks with these weights, in a task with these marks."""
    assignment = TOY.assignment
    task = msgspec.structs.replace(assignment.manifest.tasks[0], marks=marks, shares=True)
    manifest = msgspec.structs.replace(assignment.manifest, tasks=(task,))
    judged = [
        CheckRun(
            CheckSpec(f"a.{place:03}", task.id, weight, Visibility.PUBLIC, ("own",), (), None),
            "",
            PASSED,
            0.0,
            0,
        )
        for place, weight in enumerate(weights)
    ]
    result = mark(msgspec.structs.replace(assignment, manifest=manifest), "ada", judged)
    assert (
        result.tasks[0].marks
        == result.tasks[0].max_marks
        == sum(check.max_marks for check in result.checks)
    )
    return [check.max_marks for check in result.checks]


@given(weights=WEIGHTS, marks=st.sampled_from([6, 1, 2.5, 20]))
def test_shares_add_up_as_printed(weights: list[Fraction], marks: float) -> None:
    """The sum of a report's marks is the task's, and each check is less than a hundredth off its exact share."""
    worth = shared(weights, marks)
    assert worth == [as_written(one) for one in worth]
    assert sum(worth) == Fraction(str(marks))
    share = Fraction(str(marks)) / sum(weights)
    assert all(
        abs(one - weight * share) < Fraction(1, 100)
        for one, weight in zip(worth, weights, strict=True)
    )


def test_shares_that_are_whole_hundredths_are_exact() -> None:
    assert shared([Fraction(1)] * 147 + [Fraction(3)], 6) == [Fraction(4, 100)] * 147 + [
        Fraction(12, 100)
    ]


def test_exhibits_of_a_result_are_limited_together() -> None:
    """A page is written after all budgets: boards of 4,096 squares in a hundred checks took 20 s (attack 151)."""
    board = Picture(
        "got",
        64,
        tuple(Square(letter="A", x=cell % 64, y=cell // 64, size=1) for cell in range(4096)),
    )
    small = Text("got", "1")
    exhibits: list[tuple[Exhibit, ...]] = [(board,)] * 98 + [(small,), ()]
    wrong = Cause(CauseKind.WRONG_ANSWER)
    judged = [
        CheckRun(
            CheckSpec(
                f"sums.{place:03}", "sums", Fraction(1), Visibility.PUBLIC, ("own",), (), None
            ),
            "",
            Outcome.of(wrong, shown),
            0.0,
            0,
        )
        for place, shown in enumerate(exhibits)
    ]
    result = mark(TOY.assignment, "ada", judged)
    kept = [check.exhibits for check in result.checks]
    fit = MOST_EXHIBITS // len(msgspec.json.encode((board,)))
    assert kept == [(board,)] * fit + [(LEFT_OUT,)] * (99 - fit) + [()]
    assert 0 < fit < 20
