"""Tables for R or pandas: each person and check, or rubric item, once; nobody is left out."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from graders.extensions.platforms import long_tables
from graders.extensions.tutoring import remarking
from graders.harness import cli
from graders.harness.course.marks import decisions_file
from graders.harness.result import ManualPart, Verdict
from tests.course.graded import graded
from tests.reports.paper import check, result

ROSTER = "student id,login,name\n1,ada,Ada Wong\n2,ben,=cmd()\n3,fay,Fay Ito\n"
DECISIONS = """
[[decision]]
submission = "2"
check = "block.a"
marks = 1
by = "R. Tutor"
on = 2024-05-02
why = "asked"
[[rubric.item]]
id = "names"
name = "Good names"
part = "Style"
marks = "-1"
[[submission]]
name = "1"
[[submission.part]]
name = "Style"
marks = "3.5"
by = "T. One"
at = "2024-05-03"
[[submission]]
name = "2"
[[submission.item]]
id = "names"
by = "T. Two"
"""


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    """Two people with results, one without, and what tutors and staff decided."""
    parts = (ManualPart("Style", Fraction(4)),)
    results = {
        name: msgspec.structs.replace(
            result(
                check("block.a", verdict=verdict, marks=3),
                check("block.b", verdict=Verdict.NOT_RUN, marks=1),
            ),
            submission=name,
            manual=parts,
        )
        for name, verdict in (("1", Verdict.PASSED), ("2", Verdict.FAILED))
    }
    (tmp_path / "marks").mkdir()
    folder = graded(tmp_path / "marks", ROSTER, results)
    (folder / decisions_file.FILE).write_text(DECISIONS)
    remarking.bring_in(folder)
    return folder


def table(marks: Path, name: str, capsys: pytest.CaptureFixture[str]) -> list[dict[str, str]]:
    """Return the rows that the command writes; assert what it says about people without a mark."""
    out = marks.parent / f"{name}.csv"
    assert cli.main(["report", str(marks), "--format", name, "--out", str(out)]) == 0
    said = capsys.readouterr().err
    assert "1 of 3 people without a mark: 1 missing" in said and "rows)" in said
    return list(csv.DictReader(io.StringIO(out.read_text("utf-8"))))


def test_row_for_each_person_and_check(marks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A check that did not run neither passed nor failed; a person without a result has a row without a check."""
    rows = table(marks, "checks-csv", capsys)
    assert tuple(rows[0]) == long_tables.CHECKS
    kept = ("student_id", "check", "verdict", "passed", "marks", "max_marks", "decided")
    assert sorted(tuple(row[name] for name in kept) for row in rows) == [
        ("1", "block.a", "passed", "1", "3", "3", "0"),
        ("1", "block.b", "not_run", "", "0", "1", "0"),
        ("2", "block.a", "failed", "0", "0", "3", "1"),
        ("2", "block.b", "not_run", "", "0", "1", "0"),
        ("3", "", "", "", "", "", ""),
    ]
    assert {row["name"] for row in rows} == {"Ada Wong", "'=cmd()", "Fay Ito"}
    assert {row["status"] for row in rows} == {"graded", "missing"}


def test_row_for_each_person_and_item(marks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Parts have their mark and its tutor, who is that of the items if they decide."""
    rows = table(marks, "items-csv", capsys)
    assert tuple(rows[0]) == long_tables.ITEMS
    kept = ("student_id", "part", "item", "marks", "applies", "by", "at")
    assert sorted(tuple(row[name] for name in kept) for row in rows) == [
        ("1", "Style", "", "3.5", "", "T. One", "2024-05-03"),
        ("1", "Style", "names", "-1", "0", "", ""),
        ("2", "Style", "", "3", "", "T. Two", ""),
        ("2", "Style", "names", "-1", "1", "T. Two", ""),
        ("3", "", "", "", "", "", ""),
    ]


def test_outdated_class_is_refused(marks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with (marks / decisions_file.FILE).open("a") as file:
        file.write('[[submission]]\nname = "3"\nread_by = "T. One"\n')
    assert cli.main(["report", str(marks), "--format", "items-csv"]) == 2
    assert "grader decide" in capsys.readouterr().err
