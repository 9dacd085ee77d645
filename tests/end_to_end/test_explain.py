"""`grader explain`: a result is found by its folder or its author, and shown or written as a page."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from graders.harness import cli
from graders.harness.course.marks.lookup import result_of
from graders.harness.course.pages import class_file
from graders.harness.course.pages.gradebook import GradebookRow, GradingState
from graders.harness.errors import GraderError
from graders.harness.result import Cause, CauseKind, Verdict
from tests.course.graded import change_state, graded
from tests.reports.paper import check, result
from tests.reports.test_pages import Page

ROSTER = "student id,login,name,group\n1001,ada,Ada Wong,\n1007,gil,Gil Santos,g1\n1008,hana,Hana Berg,g1\n"
UNREADABLE = GradebookRow(
    student_id="1010",
    name="",
    group="",
    submission="n1",
    state=GradingState.UNREADABLE,
    flags=("it is damaged",),
    cells=("1010", "nils", "", ""),
)


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    """The folder of a class of two submissions."""
    cause = Cause(
        CauseKind.EXCEPTION, file="block.py", line=2, name="ValueError", detail="<b>no</b>"
    )
    found = result(
        check("block.update-leaf", verdict=Verdict.RAISED, cause=cause, marks=2),
        check("goal.secret-id", hidden=True, title="A blob", message="It is 42."),
    )
    results = {name: msgspec.structs.replace(found, submission=name) for name in ("1001", "1007")}
    folder = graded(tmp_path, ROSTER, results)
    change_state(folder, rows=(*class_file.read(folder).rows, UNREADABLE))
    return folder


def explain(*words: object) -> int:
    return cli.main(["explain", *map(str, words)])


@pytest.mark.parametrize("name", ["1001", "ada", "hana", "g1"])
def test_result_is_found_by_folder_login_or_group(
    marks: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert explain(marks / name, "block.update-leaf") == 0
    shown = capsys.readouterr().out
    assert "ValueError" in shown and "spec 5.2" in shown and "A blob" not in shown


def test_member_with_a_page_of_their_own_is_found(marks: Path) -> None:
    """The submission alone is several pages then, and the message names them."""
    shared = marks / "1007"
    for member in ("1007", "1008"):
        (shared / member).mkdir()
        (shared / member / "result.json").write_bytes((shared / "result.json").read_bytes())
    (shared / "result.json").unlink()
    rows = [
        msgspec.structs.replace(row, page=f"1007/{row.student_id}") if row.group else row
        for row in class_file.read(marks).rows
    ]
    change_state(marks, rows=tuple(rows))
    for word, member in (("hana", "1008"), ("1008", "1008"), ("Gil Santos", "1007"), ("1001", "")):
        assert (
            result_of(marks / word) == (shared / member if member else marks / word) / "result.json"
        )
    with pytest.raises(GraderError, match=r"g1 alone .could be '1007/1007', '1007/1008'"):
        result_of(marks / "g1")
    assert cli.main(["replay", str(marks / "hana"), "nothing"]) == 2


def test_replay_names_the_failed_checks_of_a_person(
    marks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["replay", str(marks / "ada"), "zebra"]) == 2
    assert (
        "called 'zebra'; not passed: block.update-leaf, goal.secret-id" in capsys.readouterr().err
    )


@pytest.mark.slow
def test_lines_come_from_the_submission_that_is_given(
    marks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = marks / "handed-in"
    folder.mkdir()
    (folder / "block.py").write_text("import math\nraise ValueError\n")
    assert explain(marks / "ada", "block.update-leaf", "--submission", folder) == 0
    assert ">     2  raise ValueError" in capsys.readouterr().out


@pytest.mark.slow
def test_page_for_a_student_is_written(marks: Path) -> None:
    """All text is escaped, and nothing of a hidden check but its title is in the page."""
    page = marks / "page.html"
    assert explain(marks / "ada", "--for-student", "--html", page) == 0
    text = Page(page.read_bytes()).shown
    assert "<b>no" in text and "Ada Wong" in text and "For staff only" not in text
    assert "A blob" in text and "42" not in text and "secret" not in text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "people"), [("ada", "Ada Wong"), ("1007", "Gil Santos · Hana Berg")]
)
def test_head_has_the_authors_and_the_assignment(
    marks: Path, name: str, people: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A page for staff is marked at the top, as every page for staff."""
    assert explain(marks / name) == 0
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first.strip() == people and second.startswith("Blocky") and "handed in as 100" in second
    assert explain(marks / name, "--html", marks / "page.html") == 0
    text = Page((marks / "page.html").read_bytes()).shown
    assert "For staff only" in text and text.count(people) == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["adda"], "there is no submission of adda; did you mean ada?"), (["", "block.swap"], "is a class: name a person in it"),
        (["nils"], "nils has no result: unreadable; it is damaged"), (["nlis"], "there is no submission of nlis; did you mean nils?"),
        (["ada", "block.upd8-leaf"], "did you mean block.update-leaf"),
        (["nowhere/ada"], "writes results"),
    ],
)  # fmt: skip
def test_unknown_names_are_refused(
    marks: Path, words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert explain(marks / words[0], *words[1:]) == 2
    assert said in capsys.readouterr().err
