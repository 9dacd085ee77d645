"""Marks of a class as tables for Canvas and MarkUs, made from the folder of a graded class."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from graders.extensions.platforms import canvas as canvas_marks
from graders.extensions.platforms import gradescope
from graders.extensions.platforms import markus as markus_marks
from graders.extensions.platforms.marks_tables import MarksOptions
from graders.harness.course.marks import up_to_date
from graders.harness.course.marks.class_reports import report
from graders.harness.course.pages.changing import STATE
from graders.harness.errors import GraderError
from graders.harness.reports.formats import formats
from graders.harness.reports.reporting import ReportRequest
from graders.harness.result import (
    ManualPart,
)
from tests.course.graded import FAULT, FULL, HALF, MARKUS, graded

CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,Old one (7)
    Points Possible,,,,,10
"Hopper, Grace",501,0012,hopperg,L0101,9
"Lovelace, Ada",502,1E5,lovelace,L0101,8
"=cmd(), Eve",503,MAR1,eve,L0201,
"O'Neil, ""Bo"", Jr",504,,bo,L0201,7
"Nobody, None",505,,none,L0201,
"""


def rows_of(data: bytes) -> list[list[str]]:
    """Return the rows of a CSV."""
    return list(csv.reader(io.StringIO(data.decode("utf-8"), newline=""), strict=True))


@pytest.fixture
def canvas(tmp_path: Path) -> list[list[str]]:
    """The table of a small class whose roster is an export of Canvas."""
    results = {"hopperg": FULL, "lovelace": HALF, "eve": FULL, "bo": FAULT}
    entries = up_to_date.read(graded(tmp_path, CANVAS, results))
    return rows_of(canvas_marks.marks(entries, "Blocky (12345)"))


def test_canvas_table_has_its_columns(canvas: list[list[str]]) -> None:
    """Columns about the person run from Student and ID to Section; the assignment follows, with its number."""
    heading, points, *_ = canvas
    assert heading == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Blocky (12345)"]
    assert len(heading) > 3
    assert "Points Possible" in points[0]
    assert points[-1] == "6.67"
    assert {len(row) for row in canvas} == {6}


def test_canvas_gets_ids_verbatim(canvas: list[list[str]]) -> None:
    """Spreadsheets like to change ids; these and the names come back verbatim."""
    people = {row[1]: row for row in canvas[2:]}
    assert {id: row[2:5] for id, row in people.items()} == {
        "501": ["0012", "hopperg", "L0101"],
        "502": ["1E5", "lovelace", "L0101"],
        "503": ["MAR1", "eve", "L0201"],
        "504": ["", "bo", "L0201"],
        "505": ["", "none", "L0201"],
    }
    assert people["504"][0] == 'O\'Neil, "Bo", Jr'


def test_canvas_gets_marks_or_empty_cells(canvas: list[list[str]]) -> None:
    """Totals include adjustments. A person without a mark has an empty cell, never a zero."""
    assert {row[1]: row[5] for row in canvas[2:]} == {
        "501": "6.67",
        "502": "3",
        "503": "6.67",
        "504": "",
        "505": "",
    }


def test_canvas_keeps_what_it_has_for_people_without_a_mark(tmp_path: Path) -> None:
    """Its import takes an empty cell for "no grade". Before, an excused person was excused no more."""
    roster = "Student,ID,Section,Blocky (12345)\n    Points Possible,,,10\nA,501,S,EX\nB,502,S,3.5\nC,503,S,2\nD,504,S,\n"
    entries = up_to_date.read(graded(tmp_path, roster, {"502": FULL, "503": FAULT}))
    table = rows_of(canvas_marks.marks(entries, "Blocky (12345)"))
    assert [row[-1] for row in table[2:]] == ["EX", "6.67", "2", ""]


def test_no_cell_is_a_formula(canvas: list[list[str]]) -> None:
    """A name that a spreadsheet would run is text."""
    assert "'=cmd(), Eve" in [row[0] for row in canvas]
    assert not [cell for row in canvas for cell in row if cell[:1] in tuple("=+-@\t\r")]


def test_markus_table_has_its_grades_tab(tmp_path: Path) -> None:
    """The table has MarkUs' headings, the maxima in the second row, and a row for each group, but no tutors' marks."""
    results = {"c1ada": HALF, "c1bob": FULL}
    entries = up_to_date.read(graded(tmp_path, MARKUS, results))
    heading, maxima, *groups = rows_of(markus_marks.marks(entries, {"goal": "Goals"}))
    assert heading == [
        "Group name",
        "User Name",
        "Section",
        "Last Name",
        "First Name",
        "ID number",
        "Email",
        "Total Mark",
        "Task block",
        "Goals",
        "Bonus/Deductions",
    ]
    assert maxima == ["", "", "", "", "", "", "Out Of", "6.67", "4", "2.67", ""]
    assert groups == [
        [
            "team 1",
            "c1ada",
            "S1",
            "Lovelace",
            "Ada",
            "1001",
            "ada@example.org",
            "3",
            "4",
            "0",
            "-1",
        ],
        [
            "c1bob",
            "c1bob",
            "S2",
            "Stone",
            "Bob",
            "1003",
            "bob@example.org",
            "6.67",
            "4",
            "2.67",
            "",
        ],
    ]


def test_criterion_of_no_task_is_refused(tmp_path: Path) -> None:
    """A typing error must not end as a missing column."""
    entries = up_to_date.read(graded(tmp_path, MARKUS, {"c1bob": FULL}))
    with pytest.raises(GraderError, match="unknown task 'gaol'; the tasks are block, goal"):
        markus_marks.marks(entries, {"gaol": "Goals"})


def test_class_without_a_graded_submission_has_no_table(tmp_path: Path) -> None:
    """There is no maximum to write."""
    entries = up_to_date.read(graded(tmp_path, MARKUS, {}))
    with pytest.raises(GraderError, match="nobody was graded"):
        canvas_marks.marks(entries, "Blocky")


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (
            lambda folder: (folder / STATE).unlink(),
            "class.json: missing, as in an earlier release: grade the class again",
        ),
        (lambda folder: (folder / STATE).write_bytes(b'{"rows": [{}]}'), "damaged.*student_id"),
        (lambda folder: (folder / STATE).write_bytes(b'\xff"'), "damaged"),
        (
            lambda folder: (folder / "c1bob" / "result.json").unlink(),
            "`grader grade ... --out DIR` writes results",
        ),
        (
            lambda folder: (folder / "c1bob" / "result.json").write_text("{}"),
            "is not the result of a submission",
        ),
    ],
)
def test_folder_that_is_no_graded_class_is_refused(tmp_path: Path, spoil, told: str) -> None:
    """The line names the file and the fault."""
    spoil(graded(tmp_path, MARKUS, {"c1bob": FULL}))
    with pytest.raises(GraderError, match=told):
        up_to_date.read(tmp_path)


def test_names_in_one_column_are_divided_at_their_comma(tmp_path: Path) -> None:
    """Another name is not: nobody can tell where."""
    roster = 'student id,login,name\n1,c1ada,"de la Cruz, Ada"\n2,c1bob,Bob Stone\n'
    entries = up_to_date.read(graded(tmp_path, roster, {"c1ada": HALF, "c1bob": FULL}))
    first_and_last = [row[3:5][::-1] for row in rows_of(markus_marks.marks(entries, {}))[2:]]
    assert first_and_last == [["Bob Stone", ""], ["Ada", "de la Cruz"]]
    in_gradescope = rows_of(gradescope.marks(entries, MarksOptions()))[1:]
    assert [row[:2] for row in in_gradescope] == first_and_last


@pytest.mark.parametrize("format", ["gradescope", "markus"])
def test_result_without_marks_stops_no_report_of_another(
    tmp_path: Path, format: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It has no document, because that would count as zero; an earlier one is removed."""
    graded(tmp_path, MARKUS, {"c1ada": FAULT, "c1bob": FULL})
    old = tmp_path / "out" / "c1ada" / formats()[format].file
    old.parent.mkdir(parents=True)
    old.write_text("a zero")
    report(ReportRequest(tmp_path, format, out=tmp_path / "out"))
    assert (tmp_path / "out" / "c1bob" / formats()[format].file).exists() and not old.exists()
    assert "not gradable, so without a report (1): 'c1ada'" in capsys.readouterr().err


@pytest.mark.parametrize("format", ["canvas", "markus-csv"])
def test_stranger_is_in_no_table(
    tmp_path: Path, format: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A platform does not know strangers. A message lists them."""
    graded(tmp_path, MARKUS, {"c1bob": FULL, "stranger": HALF})
    report(ReportRequest(tmp_path, format, out=tmp_path / "table.csv"))
    table = (tmp_path / "table.csv").read_text()
    assert "c1bob" in table and "strange" not in table
    assert "not on the roster, so not in the table (1): 'stranger'" in capsys.readouterr().err


@pytest.mark.parametrize("format", ["canvas", "markus-csv", "blackboard", "gradescope-csv"])
def test_table_without_tutors_parts_is_announced(
    tmp_path: Path, format: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before, marks of 20 went beside a platform's maximum of 30 without a word, until a tutor marked somebody."""
    by_hand = replace(FULL, manual=(ManualPart("Quality", Fraction(10)),))
    graded(tmp_path, MARKUS, {"c1ada": by_hand, "c1bob": by_hand})
    report(ReportRequest(tmp_path, format, out=tmp_path / "table.csv"))
    told = "no tutor has marked anybody yet, so the table has the program's marks only (6.67 of 16.67); write it again once tutors have"
    assert told in capsys.readouterr().err
    assert "6.67" in (tmp_path / "table.csv").read_text()


def test_table_says_who_waits_for_a_tutor(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = (
        replace(FULL, manual=(ManualPart("Quality", Fraction(10), marks),))
        for marks in (Fraction(5), None)
    )
    graded(tmp_path, MARKUS, {"c1ada": one, "c1bob": other})
    report(ReportRequest(tmp_path, "canvas", out=tmp_path / "table.csv"))
    errors = capsys.readouterr().err
    assert "1 not marked yet by a tutor, without a mark in the table: 'Bob Stone'" in errors
    assert "marks only" not in errors
