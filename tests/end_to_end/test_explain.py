"""`grader explain`: a result is found by its folder or its author, and shown or written as a page."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from graders.harness import cli
from graders.harness.result import Cause, CauseKind, Verdict
from tests.course.test_tables import graded
from tests.reports.paper import check, result

ROSTER = "student id,login,name,group\n1001,ada,Ada Wong,\n1007,gil,Gil Santos,g1\n1008,hana,Hana Berg,g1\n"


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    """The folder of a class of two submissions."""
    cause = Cause(CauseKind.EXCEPTION, file="block.py", line=2, name="ValueError", detail="<b>no</b>")
    found = result(
        check("block.update-leaf", verdict=Verdict.RAISED, cause=cause, marks=2),
        check("goal.secret-id", hidden=True, title="A blob", message="It is 42."),
    )  # fmt: skip
    results = {name: msgspec.structs.replace(found, submission=name) for name in ("1001", "1007")}
    return graded(tmp_path, ROSTER, results)


def explain(*words: object) -> int:
    return cli.main(["explain", *map(str, words)])


@pytest.mark.parametrize("name", ["1001", "ada", "hana", "g1"])
def test_result_is_found_by_folder_login_or_group(marks: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert explain(marks / name, "block.update-leaf") == 0
    shown = capsys.readouterr().out
    assert "ValueError" in shown and "spec 5.2" in shown and "A blob" not in shown


def test_lines_come_from_the_submission_that_is_given(marks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = marks / "handed-in"
    folder.mkdir()
    (folder / "block.py").write_text("import math\nraise ValueError\n")
    assert explain(marks / "ada", "block.update-leaf", "--submission", folder) == 0
    assert ">     2  raise ValueError" in capsys.readouterr().out


def test_page_for_a_student_is_written(marks: Path) -> None:
    """All text is escaped, and nothing of a hidden check but its title is in the page."""
    page = marks / "page.html"
    assert explain(marks / "ada", "--for-student", "--html", page) == 0
    text = page.read_text()
    assert "&lt;b&gt;no" in text and "<b>no" not in text and "<script" not in text
    assert "A blob" in text and "42" not in text and "secret" not in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["adda"], "there is no submission of adda"), (["ada", "block.upd8-leaf"], "did you mean block.update-leaf"),
        (["nowhere/ada"], "writes results"),
    ],
)  # fmt: skip
def test_unknown_names_are_refused(marks: Path, words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert explain(marks / words[0], *words[1:]) == 2
    assert said in capsys.readouterr().err
