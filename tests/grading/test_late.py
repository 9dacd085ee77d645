"""Late deductions, by the policy and by the days late that staff enter."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from graders.harness.assignment.manifest import Late
from graders.harness.grading.late import adjusted, problem_of
from graders.harness.result import Result, Status, total

LATE = Late(per_day=10, days=2, reason="the handout")


def result(status: Status = Status.GRADED, marks: int = 75) -> Result:
    """A result with this many marks of a hundred."""
    return Result(
        assignment="a",
        submission="s",
        status=status,
        marks=Fraction(marks),
        max_marks=Fraction(100),
        tasks=(),
        checks=(),
    )


@pytest.mark.parametrize(
    ("days", "left", "reason"),
    [
        (Fraction(1), 65, "1 day late, 10 a day (the handout)"),
        (Fraction(2), 55, "2 days late, 10 a day (the handout)"),
        (Fraction(1, 24), 65, "1 day late, 10 a day (the handout)"),
        (Fraction(5, 2), 0, "3 days late; not accepted more than 2 days late (the handout)"),
    ],
)
def test_each_day_that_has_begun_costs_its_marks(days: Fraction, left: int, reason: str) -> None:
    """The deduction is one adjustment with its reason; beyond the last day the result is flagged."""
    late = adjusted(result(), LATE, days)
    assert (total(late), late.marks) == (left, 75)
    assert [change.reason for change in late.adjustments] == [reason]
    assert bool(late.flags) is (days > 2)


def test_nothing_is_deducted_twice_or_below_zero() -> None:
    """A result that has a late adjustment stays unchanged."""
    once = adjusted(result(marks=5), LATE, Fraction(1))
    assert total(once) == 0
    assert adjusted(once, LATE, Fraction(1)) is once


@pytest.mark.parametrize("days", [None, Fraction(0), Fraction(-1)])
def test_submission_in_time_loses_nothing(days: Fraction | None) -> None:
    """Nothing changes without days late, or before the deadline."""
    assert adjusted(result(), LATE, days).adjustments == ()


def test_nothing_is_deducted_without_a_policy_or_a_mark() -> None:
    """An assignment without a late policy deducts nothing. Nor does an ungraded submission."""
    assert adjusted(result(), None, Fraction(1)).adjustments == ()
    assert adjusted(result(Status.NOT_GRADABLE), LATE, Fraction(1)).adjustments == ()


@pytest.mark.parametrize(
    ("policy", "days", "tokens", "left", "reason"),
    [
        (
            {"per_day": 10, "percent_of": "earned"},
            2,
            0,
            60,
            "2 days late, 10% of the marks earned a day (x)",
        ),
        (
            {"per_day": 10, "percent_of": "maximum"},
            2,
            0,
            55,
            "2 days late, 10% of the maximum a day (x)",
        ),
        (
            {"per_day": 80, "percent_of": "earned"},
            2,
            0,
            0,
            "2 days late, 80% of the marks earned a day (x)",
        ),
        ({"per_hour": 1}, Fraction(61, 24 * 60), 0, 73, "2 hours late, 1 an hour (x)"),
        ({"per_hour": 1, "grace_minutes": 90}, Fraction(90, 24 * 60), 0, 75, ""),
        (
            {"per_day": 10, "grace_minutes": 15},
            Fraction(16, 24 * 60),
            0,
            65,
            "1 day late, 10 a day (x)",
        ),
        ({"per_day": 10}, 2, 1, 65, "2 days late, 10 a day, 1 day by tokens (x)"),
        ({"per_day": 10}, Fraction(3, 2), 5, 75, "2 days late, 10 a day, 2 days by tokens (x)"),
        ({"per_day": 10}, 4, 5, 0, "4 days late; not accepted more than 3 days late (x)"),
        ({"per_hour": 1}, Fraction(26, 24), 1, 73, "26 hours late, 1 an hour, 1 day by tokens (x)"),
    ],
)
def test_policies_of_courses(
    policy: dict[str, object], days: int, tokens: int, left: int, reason: str
) -> None:
    """Per day or hour, percent of two bases, grace, tokens, and a last day that tokens do not move."""
    late = adjusted(result(), Late(days=3, reason="x", **policy), Fraction(days), Fraction(tokens))
    assert total(late) == left
    assert [change.reason for change in late.adjustments] == [reason] * bool(reason)


def test_too_late_costs_what_was_earned() -> None:
    """The maximum, which nobody had, would be another number."""
    (change,) = adjusted(
        result(marks=96), Late(days=2, per_day=1, reason="x"), Fraction(3)
    ).adjustments
    assert (change.amount, change.reason) == (
        -96,
        "3 days late; not accepted more than 2 days late (x)",
    )


@pytest.mark.parametrize(
    ("amounts", "told"),
    [
        ({}, "either per_day or per_hour"),
        ({"per_day": 1, "per_hour": 1}, "either per_day or per_hour"),
        ({"per_day": -5}, "numbers, 0 or more"),
        ({"per_day": math.nan}, "numbers, 0 or more"),
    ],
)
def test_policy_that_means_nothing_has_a_problem(amounts: dict[str, float], told: str) -> None:
    """A typing error must cost nobody marks."""
    assert told in problem_of(Late(days=2, reason="x", **amounts))  # type: ignore[arg-type]
