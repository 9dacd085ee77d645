"""`grader grade` on a class, as course staff meet it."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest

from graders.extensions.shared.exemplars import to_folder
from graders.harness import cli
from graders.harness.assignment.manifest import load_assignment
from graders.harness.course.pages import class_file
from graders.harness.course.pages.class_file import ClassState
from tests.classes import SUMS, of, write_class
from tests.end_to_end.test_command_line import COLUMNS, grader
from tests.exemplars import exemplars_of
from tests.intake.deliveries import as_folder, as_zip
from tests.intake.downloads import gradescope
from tests.once import cache_with_recordings
from tests.world import TOY

ROSTER = (
    "Student ID,Name,Email,Folder\n1001,Ada Lovelace,ada@example.org,ada\n1002,Grace Hopper,grace@example.org,grace\n"
    "1003,Edsger Dijkstra,edsger@example.org,\n"
)


@pytest.fixture
def submissions(tmp_path: Path) -> Path:
    """Three submissions in a folder: a right one, a faulty one, and one without a program."""
    assignment = load_assignment(COLUMNS)
    exemplars = {exemplar.id: exemplar for exemplar in exemplars_of(assignment.id)}
    below = tmp_path / "submissions"
    for person, exemplar in (
        ("ada", "right/lists-with-rows-above"),
        ("grace", "faulty/no-diagonals"),
    ):
        made = to_folder(
            exemplars[exemplar], assignment.reference, assignment.files.solved, tmp_path / "made"
        )
        below.mkdir(exist_ok=True)
        made.rename(below / person)
    (below / "stranger").mkdir()
    (below / "stranger" / "essay.txt").write_text("I have no program.")
    return below


@pytest.mark.slow
def test_class_is_graded_and_regraded(tmp_path: Path) -> None:
    """The second run grades only changed submissions, and reports the change."""
    roster, out = tmp_path / "class.csv", tmp_path / "marks"
    roster.write_text(ROSTER)
    handed_in = [of("ada", SUMS["right"]), of("grace", SUMS["wrong"])]
    submissions = write_class(tmp_path / "submissions", handed_in)
    (submissions / "stranger").mkdir()
    (submissions / "stranger" / "essay.txt").write_text("I have no program.")
    grade = ("--root", TOY.root, "grade", "toy")
    command = (*grade, submissions, "--roster", roster, "--out", out)
    cache = {"GRADER_CACHE": str(cache_with_recordings(tmp_path / "cache"))}
    first = grader(*command, **cache)
    assert first.returncode == 0, first.stderr
    assert "Edsger Dijkstra" in first.stdout  # missing
    assert "stranger" in first.stdout  # needs review
    assert "Traceback" not in first.stdout + first.stderr

    with (out / "gradebook.csv").open(newline="", encoding="utf-8") as stream:
        book = {row["student id"]: row for row in csv.DictReader(stream)}
    assert (book["1001"]["total"], book["1001"]["status"]) == ("10", "graded")
    assert (book["1003"]["total"], book["1003"]["status"]) == ("", "missing")
    page = (out / "staff-index.html").read_text()
    assert "grace/staff-report.html" in page and "Edsger Dijkstra" in page
    assert "../staff-index.html" in (out / "grace" / "staff-report.html").read_text()
    marks = json.loads((out / "grace" / "result.json").read_text())["marks"]
    assert float(book["1002"]["total"]) == marks < 10

    alone = grader(*grade, submissions / "grace", "--json", **cache)
    assert (out / "grace" / "result.json").read_text() == alone.stdout

    shutil.rmtree(submissions / "grace")
    shutil.copytree(submissions / "ada", submissions / "grace")
    with next((submissions / "grace").glob("*.py")).open("a") as made:
        made.write("# mine\n")
    second = grader(*command, **cache)
    assert second.returncode == 0
    assert "1 from an earlier run" in second.stderr
    assert "Changed since the last run (1)" in second.stdout
    assert "Changed since the last run (1)" in (out / "staff-index.html").read_text()

    assert grader(*command, "--no-html", **cache).returncode == 0
    assert not list(out.rglob("*.html"))


@pytest.mark.slow
def test_class_options_are_checked(submissions: Path, tmp_path: Path) -> None:
    """The error is one clear line, for a class and for one submission.

    A student's zip may look like a class, and its metadata name others. Their marks were changed.
    """
    export = gradescope(
        {"submission_1": ("Ada|1001|a@x", "2026-02-05 22:31:11 Z"), "submission_2": ("", "x")}
    )
    hostile = as_zip(tmp_path / "mallory.zip", export)
    for arguments, words in (
        ((submissions, "--json"), "--json is for one submission"),
        ((submissions / "ada", "--dry-run"), "--dry-run is for a class"),
        ((submissions, "--jobs", "0"), "--jobs"),
        ((submissions, "--roster", tmp_path / "none.csv"), "none.csv"),
        ((hostile, "--roster", tmp_path / "class.csv"), "may be one student's submission"),
        (
            (submissions, "--dask", "none://here", "--out", tmp_path / "out"),
            "no Dask scheduler answers at none://here",
        ),
    ):
        run = grader("grade", COLUMNS, *arguments)
        assert run.returncode == 2, run.stderr
        assert words in run.stderr
        assert len(run.stderr.strip().splitlines()[-1]) < 300


@pytest.mark.parametrize(
    "out", ["handed-in", "handed-in/marks", "handed-in/ada/marks", "elsewhere/../handed-in/marks"]
)
def test_results_are_not_written_among_the_submissions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], out: str
) -> None:
    """Before, they were written into students' folders, or the next run read them as a submission."""
    for name in ("ada", "bo"):
        as_folder(tmp_path / "handed-in" / name, {"main.py": b"import rules\n"})
    before = sorted(tmp_path.rglob("*"))
    assert (
        cli.main(
            [
                "grade",
                COLUMNS,
                str(tmp_path / "handed-in"),
                "--as",
                "class",
                "--out",
                str(tmp_path / out),
            ]
        )
        == 2
    )
    errors = capsys.readouterr().err
    assert "in the folder of the submissions" in errors
    assert f"--out {tmp_path / 'marks'}" in errors
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.slow
def test_results_are_no_class(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Before, each result was an unreadable submission. A student's folder among others stops nobody."""
    for name in ("ada", "bo"):
        as_folder(tmp_path / "marks" / name, {"result.json": b"{}"})
    class_file.write(tmp_path / "marks", ClassState())
    as_folder(tmp_path / "ada", {"main.py": b"import rules\n"})
    class_file.write(tmp_path / "ada", ClassState())
    assert cli.main(["grade", COLUMNS, str(tmp_path / "marks")]) == 2
    assert (
        "contains the results of a class: name the folder of its submissions"
        in capsys.readouterr().err
    )
    several = [str(tmp_path / "ada"), str(tmp_path / "marks" / "bo")]
    assert cli.main(["grade", COLUMNS, *several, "--dry-run", "--out", str(tmp_path / "new")]) == 0
