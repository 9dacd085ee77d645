"""Tutors' marks of release 1.0 are carried over once, and no reader overlooks them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graders.harness import cli
from graders.harness.course.marks import carried_over, decisions_file
from graders.harness.course.marks.markings import Mark, Marking
from graders.harness.errors import GraderError
from graders.harness.result import from_json
from tests.extensions.tutoring.classroom import classroom

OURS = "# Ours.\n[[comment]]\nsubmission = 'ada'\ntext = 'x'\nby = 'R.'\non = 2024-05-01\n"
FIRST = json.dumps({
    "format": 1,
    "marks": [{"submission": "ada", "part": "Quality", "marks": "7,5", "comment": "Good.", "files": "f1"}],
})  # fmt: skip


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    """A class that release 1.0 marked."""
    folder = classroom(tmp_path / "marks")
    (folder / decisions_file.FILE).write_text(OURS)
    (folder / carried_over.MARKS).write_text(FIRST)
    return folder


def test_all_is_carried_over_once(marks: Path) -> None:
    """The file's own text stays, and so does the old file, under another name."""
    carried_over.carry(marks)
    text = (marks / decisions_file.FILE).read_text()
    assert text.startswith(OURS) and not (marks / carried_over.MARKS).exists()
    (ada,) = decisions_file.read(marks).submission
    assert ada == Marking("ada", part=(Mark("Quality", "7,5", "Good.", files="f1"),))
    assert (marks / "tutors-marks.json.carried-over").read_text() == FIRST
    carried_over.carry(marks)
    assert (marks / decisions_file.FILE).read_text() == text


@pytest.mark.slow
def test_reader_names_the_command_and_it_carries_over(
    marks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody passes on results without a tutor's mark, nor does a command that writes nothing."""
    for words in (
        ["report", marks, "--for", "sheet"],
        ["explain", marks / "ada"],
        ["decide", marks, "--dry-run"],
    ):
        assert cli.main([*map(str, words)]) == 2
        said = capsys.readouterr().err
        assert "release 1.0 wrote tutors-marks.json" in said
        assert f"`grader decide {marks}` once" in said
    assert cli.main(["decide", str(marks), "--yes"]) == 0
    assert not (marks / carried_over.MARKS).exists()
    assert from_json((marks / "ada" / "result.json").read_bytes()).manual[0].marks == 7.5
    assert cli.main(["report", str(marks), "--for", "sheet"]) == 0


def test_desk_carries_over(marks: Path) -> None:
    assert cli.main(["desk", str(marks), "--apply"]) == 0
    assert from_json((marks / "ada" / "result.json").read_bytes()).manual[0].marks == 7.5


def test_marks_that_are_there_are_not_replaced(marks: Path) -> None:
    """Marks that were given since are newer."""
    table = '[[submission]]\nname = "gil"\nread_by = "Ann"\n'
    (marks / decisions_file.FILE).write_text(table)
    carried_over.carry(marks)
    assert (marks / decisions_file.FILE).read_text() == table
    carried_over.refuse(marks)


@pytest.mark.parametrize("data", [b"{}", b'{"marks": {"\xff": {}}}'])
def test_damaged_file_stops_everything(marks: Path, data: bytes) -> None:
    """It must not count as an empty one."""
    (marks / carried_over.MARKS).write_bytes(data)
    with pytest.raises(GraderError):
        carried_over.carry(marks)
    assert (marks / decisions_file.FILE).read_text() == OURS
    assert (marks / carried_over.MARKS).read_bytes() == data
