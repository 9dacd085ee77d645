"""A roster may be a workbook: its first sheet is read like CSV."""

from __future__ import annotations

import io

import pytest

from graders.harness.course.people.class_list import parse_roster

openpyxl = pytest.importorskip("openpyxl")


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
