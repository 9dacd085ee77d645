"""Files of an earlier release are carried over once, and no reader overlooks them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graders.harness import cli
from graders.harness.course.marks import carried_over, decisions_file, tutors
from graders.harness.course.marks.decisions_file import Weights
from graders.harness.course.marks.markings import CommentTable, ItemTable, Mark, Marking, Rubric
from graders.harness.errors import GraderError
from graders.harness.result import from_json
from tests.extensions.tutoring.classroom import classroom

OURS = "# Ours.\n[[comment]]\nsubmission = 'ada'\ntext = 'x'\nby = 'R.'\non = 2024-05-01\n"
WEIGHTS = '# Why.\n[checks]\n"drop.full" = 3\n[late]\nper_day = 1\ndays = 2\nreason = "so"\n'
RUBRIC = """[[item]]
id = "names"
name = "Names"
part = "Quality"
marks = "-1"
"""
BEN = """submission = "ben"
item = [{ id = "names", by = "Ann" }]

[[part]]
name = "Quality"
comment = \"\"\"
Read it
aloud.\"\"\"

[[comment]]
id = "c1"
text = "Why 7?"
file = "game.py"
line = 3
end = 3
"""
FIRST = {
    "format": 1,
    "marks": [{"submission": "ada", "part": "Quality", "marks": "7,5", "comment": "Good.", "files": "f1"}],
}  # fmt: skip
WHO = """\ufeff# Seen by R.
[[who]]
submission = "7"
people = ["ada"]
# candidate: ada

[groups]
hand_in_together = "no"

[[file]]
submission = "ben"
name = "game.py"
taken_from = ""
"""
FILES = {
    "who.toml": WHO,
    "weights.toml": WEIGHTS,
    "desk/rubric.toml": RUBRIC,
    "desk/submissions/ben.toml": BEN,
    "tutors-marks.json": json.dumps(FIRST),
}


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    """A class that an earlier release marked."""
    folder = classroom(tmp_path / "marks")
    (folder / decisions_file.FILE).write_text(OURS)
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def names(folder: Path) -> set[str]:
    return {name for name in FILES if (folder / name).exists()}


def test_all_is_carried_over_once(marks: Path) -> None:
    """The file's own text stays, and so do the old files, under other names."""
    carried_over.carry(marks)
    text = (marks / decisions_file.FILE).read_text()
    assert text.startswith(OURS) and names(marks) == set()
    decisions_file._LAST.clear()
    file = decisions_file.read(marks)
    assert WHO[1:] in text and list(file.answers.values()) == [("ada",), "", "no"]
    assert file.weights.checks == {"drop.full": 3} and file.weights.late is not None
    assert file.rubric == Rubric(item=(ItemTable("names", "Names", "Quality", "-1"),))
    ada, ben = file.submission
    assert ada == Marking("ada", part=(Mark("Quality", "7,5", "Good.", files="f1"),))
    assert ben.comment == (CommentTable("c1", "Why 7?", "game.py", 3, 3),)
    assert ben.mark("Quality").comment == "Read it\naloud."
    assert tutors.read(marks).of("ben")["Quality"].items[0].marks == "-1"
    for name, old in FILES.items():
        assert (marks / f"{name}.carried-over").read_text() == old
    carried_over.carry(marks)
    assert (marks / decisions_file.FILE).read_text() == text


@pytest.mark.slow
def test_reader_names_the_command_and_it_carries_over(
    marks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody passes on results without a tutor's mark, nor does a command that writes nothing."""
    (marks / "weights.toml").unlink()
    for words in (
        ["report", marks, "--for", "sheet"],
        ["explain", marks / "ada"],
        ["decide", marks, "--dry-run"],
    ):
        assert cli.main([*map(str, words)]) == 2
        said = capsys.readouterr().err
        assert "an earlier release wrote who.toml, tutors-marks.json, desk/rubric.toml" in said
        assert f"`grader decide {marks}` once" in said
    assert cli.main(["decide", str(marks), "--yes"]) == 0
    assert names(marks) == set()
    assert from_json((marks / "ada" / "result.json").read_bytes()).manual[0].marks == 7.5
    assert cli.main(["report", str(marks), "--for", "sheet"]) == 0


def test_desk_carries_over(marks: Path) -> None:
    (marks / "weights.toml").unlink()
    assert cli.main(["desk", str(marks), "--apply"]) == 0
    assert from_json((marks / "ben" / "result.json").read_bytes()).manual[0].marks == 9


def test_tables_that_are_there_are_not_replaced(marks: Path) -> None:
    """A file of the old name beside them is somebody's own, such as one for --weights."""
    table = '[groups]\nhand_in_together = ""\n[weights.checks]\n"drop.full" = 1\n[[submission]]\nname = "gil"\nread_by = "Ann"\n'
    (marks / decisions_file.FILE).write_text(table)
    carried_over.carry(marks)
    assert (marks / decisions_file.FILE).read_text() == table and names(marks) == set(FILES)
    carried_over.refuse(marks)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("tutors-marks.json", b"{}"),
        ("tutors-marks.json", b'{"marks": {"\xff": {}}}'),
        ("who.toml", WHO.encode() + b'[[who]]\nsubmission = "7"\npeople = ["ben"]\n'),
        ("weights.toml", b"[checks]\nx = -1\n"),
        ("desk/rubric.toml", b'[[item]]\nid = "A b"\nname = "x"\n'),
        ("desk/submissions/ben.toml", b"<<<<<<< HEAD\n"),
    ],
)
def test_damaged_file_stops_everything(marks: Path, name: str, data: bytes) -> None:
    """It must not count as an empty one."""
    (marks / name).write_bytes(data)
    with pytest.raises(GraderError):
        carried_over.carry(marks)
    assert (marks / decisions_file.FILE).read_text() == OURS and names(marks) == set(FILES)
    assert decisions_file.read(marks).weights == Weights()
