"""The history of a class says which grader marked it, by what, and who changed how many marks; edits of it are noticed."""

from __future__ import annotations

import datetime
import json
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from graders.extensions.tutoring import deciding, how_marked, remarking
from graders.extensions.tutoring.how_marked import read_history
from graders.harness import cli
from graders.harness.course.marks import decisions_file
from graders.harness.course.pages import class_file, history
from graders.harness.course.pages.changing import changing
from graders.harness.reports.document import markdown_painter
from graders.harness.reports.html import page_painter
from graders.harness.result import ManualPart, Verdict
from tests.course.graded import change_state, graded
from tests.reports.paper import check, result

ROSTER = "student id,login,name\n1,ada,Ada Wong\n2,ben,Ben Fox\n3,fay,Fay Ito\n"
HOSTILE = "<script>x</script>\u202e\n::error::"
MARKED = """
[[submission]]
name = "1"
read_by = "T. Two"
[[submission.part]]
name = "Style"
marks = "3"
by = "T. One"
"""


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    """The folder of a class of three, of whom two were graded."""
    parts = (ManualPart("Style", Fraction(4)),)
    results = {
        name: msgspec.structs.replace(
            result(check("block.a", verdict=verdict, marks=3)), submission=name, manual=parts
        )
        for name, verdict in (("1", Verdict.PASSED), ("2", Verdict.FAILED))
    }
    folder = graded(tmp_path, ROSTER, results)
    change_state(folder, assignment="csc148_2020_blocky", names={"1": (), "2": ()})
    return folder


def decide(folder: Path, *words: str) -> int:
    signed = ["--by", "R. Tutor", "--on", "2024-05-02", "--why", "the forum allowed it", "--yes"]
    return cli.main(["decide", str(folder), *words, *signed])


def shown(folder: Path) -> str:
    """Return the page as a terminal shows it, with its words on one line."""
    return " ".join(markdown_painter.as_text(how_marked.document(folder).blocks, None).split())


def test_each_change_adds_a_line_with_people_and_marks(marks: Path) -> None:
    """A decision is its author's, what tutors wrote is theirs, and a decision on files changes no mark yet."""
    assert read_history(marks) == ()
    decide(marks, "2", "--waive", "block.a")
    with (marks / decisions_file.FILE).open("a") as file:
        file.write(MARKED)
    remarking.bring_in(marks)
    decide(marks, "2", "--take", "blok.py=block.py")
    events = [line.event for line in read_history(marks) if line.event]
    assert [(one.what, one.by, one.changed, one.results) for one in events] == [
        ("decide", ("R. Tutor",), 1, 2),
        ("tutors", ("T. One", "T. Two"), 1, 2),
        ("files", ("R. Tutor",), 0, 0),
    ]
    times = [datetime.datetime.fromisoformat(one.at) for one in events]
    assert times == sorted(times) and all(time.tzinfo for time in times)
    assert events[1].made_with == {**class_file.read(marks).made_with}


def test_tutor_who_marked_by_items_is_counted(marks: Path) -> None:
    """A submission counts once for each who marked some of it."""
    by_items = (
        "[[rubric.item]]\nid = 'a'\nname = 'Names'\npart = 'Style'\nmarks = '-1'\n"
        "[[submission]]\nname = '2'\n[[submission.item]]\nid = 'a'\nby = 'T. One'\n"
    )
    with (marks / decisions_file.FILE).open("a") as file:
        file.write(by_items + MARKED)
    assert "T. One: 2 submissions" in shown(marks)


def test_preview_adds_none(marks: Path) -> None:
    deciding.Class(marks).preview_sources()
    cli.main(["decide", str(marks), "2", "--waive", "block.a", "--by", "T", "--why", "w"])
    assert read_history(marks) == ()


def test_line_is_about_the_moment_of_the_change(marks: Path) -> None:
    """Lines that others added while a slow grading ran stay above its line."""
    event = history.event(history.GRADE)
    with changing(marks) as draft:
        draft.add_to(history.HISTORY, history.line_of(event))
        (marks / history.HISTORY).write_bytes(history.line_of(event)(b""))
    assert [line.problem for line in read_history(marks)] == ["", ""]


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [("R. Tutor", "X. Tutor", [2]), ('"what"', '"what', [1, 2]), ('"by"', '"of"', [1, 2])],
)
def test_line_that_was_edited_is_reported(
    marks: Path, old: str, new: str, wrong: list[int]
) -> None:
    """Also one that cannot be read, or has a key of no release: nothing is left out without a word."""
    for _ in range(2):
        decide(marks, "1", "--comment", "Well done.")
    path = marks / history.HISTORY
    path.write_text(path.read_text().replace(old, new, 1))
    lines = read_history(marks)
    assert len(lines) == 2 and [line.number for line in lines if line.problem] == wrong
    assert all(f"line {number}: " in shown(marks) for number in wrong)


def test_line_after_one_without_an_end_stands_alone(marks: Path) -> None:
    """Such as one that an editor has left."""
    decide(marks, "1", "--comment", "Well done.")
    path = marks / history.HISTORY
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    decide(marks, "1", "--comment", "Very well done.")
    assert [line.problem for line in read_history(marks)] == ["", ""]


def test_line_that_is_gone_is_noticed(marks: Path) -> None:
    for why in ("a", "b"):
        decide(marks, "1", "--comment", why)
    assert how_marked.NOT_LAST not in shown(marks)
    path = marks / history.HISTORY
    path.write_text(path.read_text().splitlines(keepends=True)[0])
    assert how_marked.NOT_LAST in shown(marks)


def test_names_cannot_steer_a_terminal_or_a_page(marks: Path) -> None:
    """The file is plain ASCII, one line an event."""
    cli.main(["decide", str(marks), "1", "--comment", HOSTILE, "--by", HOSTILE, "--yes"])
    text = (marks / history.HISTORY).read_text("ascii")
    assert text.count("\n") == 1 and "::" not in text and json.loads(text)["by"]
    page = page_painter.paint(how_marked.document(marks), None).decode()
    markdown = markdown_painter.document(how_marked.document(marks).blocks, None).decode()
    for written in (page, markdown):
        assert "<script>x" not in written and "\u202e" not in written
    assert "\u202e" not in shown(marks) and "<script>" in shown(marks)


def test_page_says_by_what_and_by_whom(marks: Path) -> None:
    """Grader, rules, people without a mark, events, decisions; also if something waits to be brought in."""
    graded_by = history.event(
        history.GRADE, command="grader grade x", grader="ab12", made_with={"assignment.toml": "1"}
    )
    with changing(marks) as draft:
        draft.add_to(history.HISTORY, history.line_of(graded_by))
    decide(marks, "2", "--waive", "block.a")
    page = shown(marks)
    for words in (
        "Blocky (CSC148, Winter 2020) (csc148_2020_blocky)",
        "of 3 people without a mark", f"Release: {graded_by.release}", "ab12",
        "decided by R. Tutor", "1 mark of 2 changed", "block.a: waived: the forum allowed it",
    ):  # fmt: skip
        assert words in page
    assert "changed after the results" not in page
    with (marks / decisions_file.FILE).open("a") as file:
        file.write(MARKED)
    assert "decisions.toml changed after the results were made" in shown(marks)


def test_page_says_which_files_a_grading_had_first_or_no_longer(marks: Path) -> None:
    """Such as a late policy: between two gradings, a decision brings in less."""
    for made_with in ({"--roster": "1"}, {"--roster": "1", "--late": "2"}, {"--roster": "3"}):
        graded_by = history.event(history.GRADE, grader="ab12", made_with=made_with)
        with changing(marks) as draft:
            draft.add_to(history.HISTORY, history.line_of(graded_by))
        decide(marks, "1", "--comment", "Well done.")
    page = shown(marks)
    assert page.count("now with --late") == 1
    assert page.count("another --roster; no longer with --late") == 1


def test_explanation_cites_the_grading(marks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """To staff, with the number of changes since; a student's page has no names of staff."""
    assert cli.main(["explain", str(marks / "2"), "block.a"]) == 0
    assert "How it was marked" not in capsys.readouterr().out
    with changing(marks) as draft:
        draft.add_to(history.HISTORY, history.line_of(history.event(history.GRADE)))
    decide(marks, "2", "--comment", "Well done.")
    for words, is_cited in (([], True), (["--for-student"], False)):
        capsys.readouterr()
        assert cli.main(["explain", str(marks / "2"), "block.a", *words]) == 0
        page = " ".join(capsys.readouterr().out.replace("│", " ").split())
        assert ("How it was marked graded with release" in page) is is_cited
        assert ("changes of marks since: 1;" in page) is is_cited


def test_page_is_a_format_of_a_class(
    marks: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a terminal, or as the name of the file says; a student's would name others."""
    words = ["report", str(marks), "--for", "history"]
    assert cli.main(words) == 0
    assert how_marked.NO_HISTORY in " ".join(capsys.readouterr().out.split())
    for name, sign in (("a.html", "For staff only"), ("a.md", "## How this class was marked")):
        assert cli.main([*words, "--out", str(tmp_path / name)]) == 0
        assert sign in (tmp_path / name).read_text()
    assert cli.main(["explain", str(marks)]) == 2
    assert "name a person in it" in capsys.readouterr().err
