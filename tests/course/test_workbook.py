"""A roster may be a workbook: its first sheet is read like CSV."""

from __future__ import annotations

import io
from collections.abc import Iterable
from datetime import datetime, time, timedelta
from fractions import Fraction

import pytest

from graders.harness.course.people.class_list import parse_roster
from graders.harness.course.people.students import RosterError

openpyxl = pytest.importorskip("openpyxl")


def workbook(*lines: Iterable[object]) -> bytes:
    book = openpyxl.Workbook()
    for line in lines:
        book.active.append(line)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def test_lateness_may_be_a_duration() -> None:
    """Before, what a spreadsheet shows as 26:03:00 was no lateness, and cost nothing."""
    data = workbook(
        ["SID", "Lateness (H:M:S)"],
        [1001, timedelta(hours=26, minutes=3)],
        [1002, time(2, 3)],
        [1003, "26:03:00"],
    )
    hours = [
        student.days_late and student.days_late * 24 for student in parse_roster(data).students
    ]
    assert hours == [Fraction("26.05"), Fraction("2.05"), Fraction("26.05")]


def test_extension_until_a_day_needs_the_time() -> None:
    """Before, the day ended as it began, which made people late by a day."""
    at_night = workbook(["student id", "extension"], [1001, datetime(2026, 10, 5, 23, 59)])
    (student,) = parse_roster(at_night).students
    assert student.own_deadline == datetime(2026, 10, 5, 23, 59)
    with pytest.raises(RosterError, match="'2026-10-05' is not a number of days"):
        parse_roster(workbook(["student id", "extension"], [1001, datetime(2026, 10, 5)]))


def test_roster_is_read_from_a_workbook() -> None:
    book = openpyxl.Workbook()
    for line in (
        ["Student ID", "Name", "Group"],
        [1001, "Ada King", 2.0],
        [None, None, None],
        ["1002", "Bo Diaz", None],
    ):
        book.active.append(line)
    book.create_sheet("other").append(["Student ID", "1003"])
    stream = io.BytesIO()
    book.save(stream)
    students = parse_roster(stream.getvalue()).students
    assert [(one.id, one.name, one.group) for one in students] == [
        ("1001", "Ada King", "2"),
        ("1002", "Bo Diaz", ""),
    ]
