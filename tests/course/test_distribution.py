"""The marks of a class by part: what was earned where, before and after tutors and adjustments."""

from __future__ import annotations

from fractions import Fraction

from graders.harness.course.pages.distribution import PartKind, distribution_of, parts_of
from graders.harness.result import Adjustment, ManualPart, Result, Verdict
from tests.reports.paper import check, result

P, F = Verdict.PASSED, Verdict.FAILED


def person(
    block: bool, goal: bool, late: int = 0, style: int | None = None, layout: int | None = 1
) -> Result:
    """Return a person's result: tasks of 3 and 2 marks, two parts for a tutor of 4 marks each."""
    parts = (("Style", style), ("Layout", layout))
    return result(
        check("block.a", verdict=P if block else F, marks=3),
        check("goal.a", verdict=P if goal else F, marks=2),
        adjustments=(Adjustment("late", Fraction(-late), "days"),) if late else (),
        manual=tuple(
            ManualPart(name, Fraction(4), None if marks is None else Fraction(marks))
            for name, marks in parts
        ),
    )


CLASS = [
    person(True, True, style=4),
    person(True, False, late=1),
    person(False, True, style=2),
    person(False, False),
]


def test_every_part_has_its_marks_in_the_order_of_the_gradebook() -> None:
    """Tasks, adjustments, the total, tutors' parts, and the whole mark of those marked in all parts."""
    found = {part.name: part for part in parts_of(CLASS)}
    assert list(found) == [
        "Task block",
        "Task goal",
        "adjustments",
        "total",
        "Style",
        "Layout",
        "whole mark",
    ]
    assert [part.kind for part in found.values()] == [
        PartKind.TASK,
        PartKind.TASK,
        PartKind.ADJUSTMENTS,
        PartKind.TOTAL,
        PartKind.TUTOR,
        PartKind.TUTOR,
        PartKind.WHOLE,
    ]
    figures = {
        name: (part.marks.count, part.marks.mean, part.marks.out_of) for name, part in found.items()
    }
    assert figures == {
        "Task block": (4, Fraction(3, 2), 3),
        "Task goal": (4, 1, 2),
        "adjustments": (4, Fraction(-1, 4), 0),
        "total": (4, Fraction(9, 4), 5),
        "Style": (2, 3, 4),
        "Layout": (4, 1, 4),
        "whole mark": (2, Fraction(15, 2), 13),
    }


def test_total_is_the_sum_of_its_parts() -> None:
    """Before, a total beside tasks that add up to more had no column that explains it."""
    means = {part.name: part.marks.mean for part in parts_of(CLASS)}
    assert means["Task block"] + means["Task goal"] + means["adjustments"] == means["total"]


def test_class_without_tutors_and_adjustments_has_neither() -> None:
    assert [part.kind for part in parts_of([result(check())])] == [PartKind.TASK, PartKind.TOTAL]
    assert parts_of([]) == ()


def test_bins_hold_everybody() -> None:
    """Full marks are in the last one, marks below zero in the first, and a part without a maximum has one bin."""
    found = distribution_of(map(Fraction, (-1, 0, 5, 10)), Fraction(10))
    assert [bin.count for bin in found.bins] == [2, 0, 0, 0, 0, 1, 0, 0, 0, 1]
    assert distribution_of([Fraction(-2)], Fraction(0)).bins[0].count == 1
