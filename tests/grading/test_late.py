"""What a late submission loses, by the manifest and the days that staff give."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from graders.harness.assignment.manifest import Late
from graders.harness.errors import GraderError
from graders.harness.grading.late import adjusted, read_policy
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


def test_a_policy_of_its_own_file(tmp_path: Path) -> None:
    """The manifest's table, in a file that staff keep beside the roster."""
    file = tmp_path / "late.toml"
    file.write_text('[late]\nper_day = 2.5\ndays = 3\nreason = "the syllabus"\n')
    assert total(adjusted(result(), read_policy(file), Fraction(2))) == 70


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "the field late is missing"),
        ("[late]\nper_day = 5\n", "line 1: late: the field days is missing"),
        ('[late]\nper_day = 5\ndays = 2\nreason = "x"\nmost = 3\n', "line 5: there is no field most"),
        ('[late]\nper_day = "5"\ndays = 2\nreason = "x"\n', "line 2: late.per_day: should be a number, not a text"),
        ('[late]\nper_day = -5\ndays = 2\nreason = "x"\n', "numbers, 0 or more"),
        ('[late]\nper_day = nan\ndays = 2\nreason = "x"\n', "numbers, 0 or more"),
        ("[late", "a late policy is a table"),
        ("\udcff", "a late policy is a table"),
        (None, "cannot be read"),
    ],
)
def test_a_policy_that_says_something_else_is_refused(tmp_path: Path, text: str | None, told: str) -> None:
    """Nobody loses marks by a typing error; one line says what is wrong."""
    file = tmp_path / "late.toml"
    if text is not None:
        file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(GraderError, match=told) as error:
        read_policy(file)
    assert "late.toml" in str(error.value) and "\n" not in str(error.value)
