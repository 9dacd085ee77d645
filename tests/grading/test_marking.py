"""Shares of a task's marks: whole hundredths, as reports print them, that add up to the task."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.harness.assignment.check import CheckSpec
from graders.harness.grading.marking import LEFT_OUT, MOST_EXHIBITS, mark, worth
from graders.harness.grading.outcome import NOT_RUN, PASSED, CheckRun, Outcome
from graders.harness.result import (
    Cause,
    CauseKind,
    Exhibit,
    Flag,
    FlagCode,
    Picture,
    Square,
    Status,
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


FAULT = Outcome.of(Cause(CauseKind.CHECK_BROKEN))


def spec_of(id: str, task: str = "sums", weight: Fraction = Fraction(1)) -> CheckSpec:
    """Return a public check's specification."""
    return CheckSpec(id, task, weight, Visibility.PUBLIC, ("own",), (), None)


def shared(weights: list[Fraction], marks: float) -> list[Fraction]:
    """Return the marks of checks with these weights, in a task with these marks."""
    assignment = TOY.assignment
    task = msgspec.structs.replace(assignment.manifest.tasks[0], marks=marks, shares=True)
    manifest = msgspec.structs.replace(assignment.manifest, tasks=(task,))
    judged = [
        CheckRun(spec_of(f"a.{place:03}", task.id, weight), "", PASSED, 0.0, 0)
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


def test_shares_of_marks_that_are_no_whole_hundredths_add_up() -> None:
    """The last share is a part of a hundredth."""
    task = msgspec.structs.replace(TOY.assignment.manifest.tasks[0], marks=0.125, shares=True)
    parts = worth(task, [spec_of(f"a.{place}", task.id) for place in range(3)])
    assert sum(parts.values()) == Fraction(1, 8)
    assert max(parts.values()) - min(parts.values()) <= Fraction(1, 100)


@pytest.mark.parametrize(
    ("ends", "is_gradable"),
    [
        ([PASSED, NOT_RUN], True),
        ([PASSED, FAULT], False),
        ([NOT_RUN], False),
        ([NOT_RUN, FAULT], False),
        ([], False),
    ],
)
def test_fault_or_no_check_that_ran_leaves_a_submission_ungraded(
    ends: list[Outcome], is_gradable: bool
) -> None:
    """Its flag is the only one: nothing is known about what the submission has."""
    judged = [
        CheckRun(spec_of(f"sums.{place}"), "", outcome, 0.0, 0)
        for place, outcome in enumerate(ends)
    ]
    found = mark(TOY.assignment, "ada", judged)
    expected: list[Flag] = [] if is_gradable else [Flag(FlagCode.NOT_GRADABLE)]
    assert list(found.flags) == expected
    assert (found.status is Status.GRADED) == is_gradable


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
        CheckRun(spec_of(f"sums.{place:03}"), "", Outcome.of(wrong, shown), 0.0, 0)
        for place, shown in enumerate(exhibits)
    ]
    result = mark(TOY.assignment, "ada", judged)
    kept = [check.exhibits for check in result.checks]
    fit = MOST_EXHIBITS // len(msgspec.json.encode((board,)))
    assert kept == [(board,)] * fit + [(LEFT_OUT,)] * (99 - fit) + [()]
    assert 0 < fit < 20
