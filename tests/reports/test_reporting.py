"""The command `grader report`, from the user's side."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graders.harness import cli
from graders.harness.reports.formats import formats
from graders.harness.result import Finding, Status, Verdict, to_json
from tests.course.graded import FULL, MARKUS, graded
from tests.reports.paper import check, flags, result

HIDDEN = result(
    check("goal.open", verdict=Verdict.PASSED),
    check("goal.secret", hidden=True, title="A title.", message="because of it"),
    findings=(Finding("calls", "breach", "goal.py", 2, "No call here.", "the handout"),),
    flags=flags("look here"),
)


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    """A folder as grading leaves it."""
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / "result.json").write_bytes(to_json(HIDDEN))
    return tmp_path / "ada"


@pytest.mark.parametrize("format", formats())
def test_every_format_is_written_and_printed(
    format: str, stored: Path, tmp_path: Path, capsysbinary
) -> None:
    """The same bytes come from the file or its folder, to a file or the screen. They are for the student by default."""
    options = (
        ["--test-group", "block=1", "--test-group", "goal=2"] if format == "markus-upload" else []
    )
    assert cli.main(["report", str(stored / "result.json"), "--format", format, *options]) == 0
    printed = capsysbinary.readouterr().out
    assert b"because of it" not in printed
    assert (
        cli.main(
            [
                "report",
                str(stored),
                "--format",
                format,
                *options,
                "--out",
                str(tmp_path / "new" / "file"),
            ]
        )
        == 0
    )
    assert (tmp_path / "new" / "file").read_bytes() == printed
    said = capsysbinary.readouterr()
    assert (
        said.out == b""
        and said.err == f"grader: report ({format}) written to {tmp_path}/new/file\n".encode()
    )


def test_staff_get_everything(stored: Path, capsysbinary) -> None:
    """The default is the audience of students."""
    assert cli.main(["report", str(stored), "--format", "markdown", "--for", "staff"]) == 0
    printed = capsysbinary.readouterr().out
    assert b"because of it" in printed and b"look here" in printed


def test_lines_of_the_code_come_from_the_submission(
    stored: Path, tmp_path: Path, capsysbinary
) -> None:
    """With --submission the page shows the lines of the findings."""
    (tmp_path / "files").mkdir()
    for name in ("block.py", "blocky.py", "goal.py", "player.py"):
        (tmp_path / "files" / name).write_text("first = 1\nprint('<b>second</b>')\n")
    assert (
        cli.main(
            ["report", str(stored), "--format", "html", "--submission", str(tmp_path / "files")]
        )
        == 0
    )
    page = capsysbinary.readouterr().out.decode()
    assert "print(&#39;&lt;b&gt;second&lt;/b&gt;&#39;)" in page
    assert cli.main(["report", str(stored), "--format", "html"]) == 0
    assert "second" not in capsysbinary.readouterr().out.decode()


def test_class_becomes_a_page_for_everybody(tmp_path: Path, capsys) -> None:
    """Staff also get the page of the class, and students do not."""
    folder = tmp_path / "marks"
    folder.mkdir()
    graded(folder, MARKUS, {"c1ada": FULL, "c1bob": FULL})
    assert (
        cli.main(["report", str(folder), "--format", "html", "--out", str(tmp_path / "students")])
        == 0
    )
    found = sorted(
        path.relative_to(tmp_path / "students").as_posix()
        for path in (tmp_path / "students").rglob("*.*")
    )
    assert found == ["c1ada/report.html", "c1bob/report.html"]
    assert (
        cli.main(
            [
                "report",
                str(folder),
                "--format",
                "html",
                "--for",
                "staff",
                "--out",
                str(tmp_path / "staff"),
            ]
        )
        == 0
    )
    assert "c1ada/staff-report.html" in (tmp_path / "staff" / "staff-index.html").read_text()
    assert f"2 reports (html) written below {tmp_path}/staff" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("format", ["html", "json"])
def test_reports_for_students_are_kept_apart(format: str, tmp_path: Path, capsys) -> None:
    """A class's own folder and pages for staff are not mixed with reports for students, and no result is replaced."""
    graded(tmp_path / "marks", MARKUS, {"c1ada": FULL})
    assert (
        cli.main(
            [
                "report",
                str(tmp_path / "marks"),
                "--format",
                "html",
                "--for",
                "staff",
                "--out",
                str(tmp_path / "staff"),
            ]
        )
        == 0
    )
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.*") if path.is_file()}
    for out in ("marks", "staff"):
        assert (
            cli.main(
                [
                    "report",
                    str(tmp_path / "marks"),
                    "--format",
                    format,
                    "--out",
                    str(tmp_path / out),
                ]
            )
            == 2
        )
        assert "a separate folder for students" in capsys.readouterr().err
    result = tmp_path / "marks" / "c1ada" / "result.json"
    assert cli.main(["report", str(result), "--format", format, "--out", str(result)]) == 2
    assert "is the result itself" in capsys.readouterr().err
    assert before == {path: path.read_bytes() for path in tmp_path.rglob("*.*") if path.is_file()}


@pytest.mark.slow
def test_class_becomes_a_table(tmp_path: Path, capsysbinary) -> None:
    """Canvas uses the assignment's title unless a column is named; MarkUs uses the tasks' names."""
    graded(tmp_path, MARKUS, {"c1ada": FULL})
    assert cli.main(["report", str(tmp_path), "--format", "canvas"]) == 0
    assert b"Blocky (CSC148" in capsysbinary.readouterr().out
    assert cli.main(["report", str(tmp_path), "--format", "canvas", "--column", "A2 (9)"]) == 0
    assert b"A2 (9)" in capsysbinary.readouterr().out
    assert (
        cli.main(["report", str(tmp_path), "--format", "markus-csv", "--criterion", "goal=Goals"])
        == 0
    )
    assert b"Task block,Goals" in capsysbinary.readouterr().out
    assert (
        cli.main(
            ["report", str(tmp_path), "--format", "canvas", "--out", str(tmp_path / "table.csv")]
        )
        == 0
    )
    assert b"table (canvas, " in (said := capsysbinary.readouterr().err) and b"table.csv" in said


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--format", "canvas"], "format for a class"),
        (["--format", "submitty", "--for", "staff"], "students only"),
        (["nowhere.json", "--format", "html"], "No such file"),
    ],
)
def test_impossible_order_is_refused(options: list[str], told: str, stored: Path, capsys) -> None:
    """The error is one line, with exit status 2."""
    arguments = options if not options[0].startswith("--") else [str(stored), *options]
    assert cli.main(["report", *arguments]) == 2
    assert told in capsys.readouterr().err


def test_class_needs_a_folder_and_names_are_for_staff(tmp_path: Path, capsys) -> None:
    """Many files do not go to the screen, and no table of names to students."""
    graded(tmp_path, MARKUS, {"c1ada": FULL})
    assert cli.main(["report", str(tmp_path), "--format", "gradescope"]) == 2
    assert "--out" in capsys.readouterr().err
    assert cli.main(["report", str(tmp_path), "--format", "canvas", "--for", "student"]) == 2
    assert "staff" in capsys.readouterr().err
    assert cli.main(["report", str(tmp_path), "--format", "markus-csv", "--criterion", "goal"]) == 2
    assert "TASK=NAME" in capsys.readouterr().err


def test_result_without_marks_ends_with_status_3(tmp_path: Path, capsys) -> None:
    """The status of a grader fault in every command."""
    fault = result(check("a.a", verdict=Verdict.GRADER_FAULT), status=Status.NOT_GRADABLE)
    (tmp_path / "result.json").write_bytes(to_json(fault))
    assert cli.main(["report", str(tmp_path), "--format", "gradescope"]) == 3
    assert "grade it again" in capsys.readouterr().err


def test_result_of_an_unknown_assignment_is_refused(tmp_path: Path, capsys) -> None:
    """The manifest says how much of hidden checks students may know, so without it nothing is written."""
    document = json.loads(to_json(FULL)) | {"assignment": "elsewhere"}
    (tmp_path / "result.json").write_text(json.dumps(document))
    assert cli.main(["report", str(tmp_path), "--format", "html"]) == 2
    assert "assignment is unknown" in capsys.readouterr().err
