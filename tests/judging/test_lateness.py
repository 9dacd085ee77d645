"""What a late submission loses, by the manifest and the days that staff give."""

from __future__ import annotations

from fractions import Fraction

import pytest

from graders.harness.assignment.manifest import Late
from graders.harness.judging.lateness import adjusted
from graders.harness.result import Result, Status, total

LATE = Late(per_day=10, days=2, reason="the handout")


def result(status: Status = Status.GRADED, marks: int = 75) -> Result:
    """A result of so many marks of a hundred."""
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
        (Fraction(5, 2), 0, "3 days late; nothing is taken after 2 (the handout)"),
    ],
)
def test_each_day_that_has_begun_costs_its_marks(days: Fraction, left: int, reason: str) -> None:
    """As one adjustment, which says why; beyond the last day a person is asked to look."""
    late = adjusted(result(), LATE, days)
    assert (total(late), late.marks) == (left, 75)
    assert [change.reason for change in late.adjustments] == [reason]
    assert bool(late.flags) is (days > 2)


def test_nothing_is_taken_twice_or_below_zero() -> None:
    """An adjusted result stays as it is, and what is not there cannot be taken."""
    once = adjusted(result(marks=5), LATE, Fraction(1))
    assert total(once) == 0
    assert adjusted(once, LATE, Fraction(1)) is once


@pytest.mark.parametrize("days", [None, Fraction(0), Fraction(-1)])
def test_in_time_is_in_time(days: Fraction | None) -> None:
    """Without days, or before the deadline, nothing changes."""
    assert adjusted(result(), LATE, days).adjustments == ()


def test_nothing_is_taken_where_there_is_no_rule_or_no_mark() -> None:
    """Neither of an assignment that says nothing of lateness, nor of what could not be graded."""
    assert adjusted(result(), None, Fraction(1)).adjustments == ()
    assert adjusted(result(Status.NOT_GRADABLE), LATE, Fraction(1)).adjustments == ()
