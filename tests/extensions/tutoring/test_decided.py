"""Decisions at the desk: their effect is shown first, and they are those of ``grader decide``."""

from __future__ import annotations

import base64
import io
import re
import shutil
import sys
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

pytest.importorskip("starlette", reason="the optional extra `tutoring` is not installed")

from starlette.testclient import TestClient

from graders.extensions.tutoring.desk import views
from graders.extensions.tutoring.desk.application import application
from graders.extensions.tutoring.desk.desk import Desk
from graders.extensions.tutoring.desk.finishing import Finisher
from graders.extensions.tutoring.desk.rerun import ENDED, Rerunner
from graders.harness import cli
from graders.harness.course.marks import decisions_file, up_to_date
from graders.harness.course.pages import class_file
from graders.harness.course.pages.gradebook import GradebookRow, GradingState
from graders.harness.diagnosis import FaultGroup
from graders.harness.errors import GraderError
from graders.harness.result import Note, NoteCode, Text, from_json, to_json, total
from tests.course.graded import change_state
from tests.extensions.tutoring.classroom import classroom, made
from tests.extensions.tutoring.test_application import HOST, Tutor
from tests.reports.paper import PAINTER, board, check
from tests.reports.test_pages import NASTY

GROUP = "a column is never full"


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    """A class of three, of whom two are in a group; all fail drop.full."""
    folder = classroom(tmp_path / "marks")
    change_state(folder, groups=(FaultGroup(GROUP, ("ada", "ben"), ("faulty/full",)),))
    return folder


@pytest.fixture
def ann(marks: Path) -> Iterator[Tutor]:
    desk, finisher = Desk(marks), Finisher(marks, quiet=600)
    yield Tutor(TestClient(application(desk, finisher, "token", ""), base_url=HOST), "Ann")
    desk.close()
    finisher.finish()


def decide(tutor: Tutor, name: str = "ada", **request: Any) -> Any:
    """Send a decision; return the answer."""
    body = {"tutor": tutor.name, "text": "The forum said so.", "whom": "one", **request}
    return tutor.client.post("/token/api/decide", params={"name": name}, json=body)


def written(tutor: Tutor, name: str = "ada", **request: Any) -> Any:
    """Look at the effect of a decision, and write it; return the effect."""
    shown = decide(tutor, name, **request).json()
    assert shown["written"] is False
    answer = decide(tutor, name, **request, shown=shown["digest"]).json()
    assert answer == {**shown, "written": True}
    return answer


def marks_of(folder: Path) -> list[float]:
    """Return the program's marks of all."""
    files = (folder / name / "result.json" for name in ("ada", "ben", "gil"))
    return [float(total(from_json(file.read_bytes()))) for file in files]


def test_effect_is_shown_and_nothing_written(ann: Tutor, marks: Path) -> None:
    effect = decide(ann, what="waive", about="drop.full").json()
    (move,) = effect["moves"]
    assert (move["submission"], move["before"], move["after"]) == ("ada", "3", "5")
    assert decisions_file.content(marks) == b"" and marks_of(marks) == [3, 3, 3]


@pytest.mark.parametrize(
    ("request_", "words", "after"),
    [
        ({"what": "waive", "about": "drop.full"}, ["ada", "--waive", "drop.full"], [5, 3, 3]),
        (
            {"what": "waive", "about": "drop.full", "whom": "failed"},
            ["--failed", "drop.full", "--waive"],
            [5, 5, 5],
        ),
        (
            {"what": "set", "about": "drop.full", "marks": "1,5"},
            ["ada", "--set", "drop.full=1.5"],
            [4.5, 3, 3],
        ),
        (
            {"what": "waive", "about": "win.diagonal", "whom": "group", "group": GROUP},
            ["ada", "ben", "--waive", "win.diagonal"],
            [4, 4, 3],
        ),
    ],
)
def test_decisions_are_those_of_the_command(
    ann: Tutor, marks: Path, tmp_path: Path, request_: Any, words: list[str], after: list[float]
) -> None:
    """The same tables are in the file, and the same marks in the results."""
    other = shutil.copytree(marks, tmp_path / "other")
    written(ann, **request_)
    assert marks_of(marks) == after
    why = ["--by", "Ann", "--why", "The forum said so.", "--yes"]
    assert cli.main(["decide", str(other), *words, *why]) == 0
    assert decisions_file.content(marks) == decisions_file.content(other)
    assert marks_of(other) == after


def test_request_is_answered(ann: Tutor, marks: Path) -> None:
    """The question waits on the page; afterwards it has the answer, for the student, too."""
    question = [str(marks), "ada", "--question", "Why?", "--about", "drop.full", "--by", "Cem"]
    assert cli.main(["decide", *question, "--yes"]) == 0
    review = ann.get("code", name="ada").json()["review"]
    assert review["requests"] == [{"question": "Why?", "check": "drop.full", "answer": ""}]
    written(ann, what="answer", about="Why?", check="drop.full", text="Look at row 7.")
    review = ann.get("code", name="ada").json()["review"]
    assert review["requests"][0]["answer"] == "Look at row 7."
    found = from_json((marks / "ada" / "result.json").read_bytes())
    assert "Look at row 7." in found.adjustments[0].reason


def test_private_request_stays_private_with_its_answer(ann: Tutor, marks: Path) -> None:
    (marks / decisions_file.FILE).write_text(
        "[[request]]\nsubmission = 'ada'\nquestion = 'Am I late?'\nby = 'R.'\non = 2024-05-01\nvisible = false\n"
    )
    effect = written(ann, what="answer", about="Am I late?", text="No.")
    assert (effect["moves"], len(effect["lines"])) == ([], 1)
    assert decisions_file.read(marks).request[-1].visible is False


def test_all_who_asked_about_a_check_get_one_answer(ann: Tutor, marks: Path) -> None:
    """The effect, which names them, is shown first."""
    table = "[[request]]\nsubmission = '{}'\ncheck = 'drop.full'\nquestion = '{}'\nby = 'R.'\non = 2024-05-01\n"
    asked = (("ada", "Why?"), ("gil", "How so?"))
    (marks / decisions_file.FILE).write_text("".join(table.format(*each) for each in asked))
    about = {"what": "answer", "about": "Why?", "check": "drop.full", "whom": "asked"}
    effect = written(ann, **about, text="The check was wrong.")
    assert [move["submission"] for move in effect["moves"]] == ["ada", "gil"]
    (request,) = ann.get("code", name="gil").json()["review"]["requests"]
    assert (request["question"], request["answer"]) == ("How so?", "The check was wrong.")


def test_comment_goes_to_a_group(ann: Tutor, marks: Path) -> None:
    effect = written(ann, what="comment", whom="group", group=GROUP, text="Page 3.")
    assert [move["submission"] for move in effect["moves"]] == ["ada", "ben"]
    (entry,) = decisions_file.read(marks).comment
    assert (entry.submissions, entry.by) == (("ada", "ben"), "Ann")


def test_effect_that_is_another_by_now_is_shown_again(ann: Tutor, marks: Path) -> None:
    """Somebody else decided meanwhile: nothing is written that nobody saw."""
    request = {"what": "waive", "about": "drop.full", "whom": "failed"}
    shown = decide(ann, **request).json()
    assert cli.main(["decide", str(marks), "gil", "--waive", "drop.full", "--by", "Cem", "--why", "-", "--yes"]) == 0  # fmt: skip
    before = decisions_file.content(marks)
    again = decide(ann, **request, shown=shown["digest"]).json()
    assert (again["written"], again["digest"] == shown["digest"]) == (False, False)
    assert decisions_file.content(marks) == before


def test_effect_is_that_of_the_decision_alone(ann: Tutor) -> None:
    """Marks that tutors gave a moment ago come into the results before."""
    ann.change("gil", type="marks", part="Quality", base="", value="7")
    effect = decide(ann, what="waive", about="drop.full").json()
    assert [move["submission"] for move in effect["moves"]] == ["ada"]


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"what": "waive", "about": "drop.full", "text": " "}, "students read it"),
        ({"what": "waive", "about": "nothing"}, "nothing"),
        ({"what": "set", "about": "drop.full", "marks": "much"}, "not a number"),
        ({"what": "set", "about": "drop.full", "marks": "9"}, "is worth 2 marks"),
        ({"what": "comment", "whom": "group", "group": "no such"}, "no such group"),
    ],
)
def test_wrong_decision_has_a_message(ann: Tutor, request_: Any, message: str) -> None:
    answer = decide(ann, **request_)
    assert answer.status_code == 422 and message in answer.json()["message"]


def test_stranger_decides_nothing(ann: Tutor, marks: Path) -> None:
    body = {"tutor": "x", "what": "waive", "whom": "one", "about": "drop.full", "text": "x"}
    headers = {"origin": "http://example.org"}
    answer = ann.client.post("/token/api/decide?name=ada", json=body, headers=headers)
    assert answer.status_code == 403 and decisions_file.content(marks) == b""


def test_page_learns_that_the_class_is_another(ann: Tutor, marks: Path) -> None:
    """It was graded again, without ben. A page that does not know would show states of others."""
    before = ann.get("changes").json()
    rows = [row for row in class_file.read(marks).rows if row.submission != "ben"]
    change_state(marks, rows=tuple(rows))
    assert ann.get("changes").json()["people"] == before["people"]
    written(ann, what="waive", about="drop.full")
    after = ann.get("changes").json()
    assert (after["people"] == before["people"], len(after["states"])) == (False, 2)


# Files.


def misspelt(folder: Path, name: str, file: str = "blok.py") -> None:
    """Let the notes of a submission say that *file* may be meant as block.py, and that a text may be."""
    path = folder / name / "result.json"
    missing = [{"file": "block.py", "similar": one} for one in (file, "block.py.txt", "")]
    notes = tuple(Note(NoteCode.FILE_MISSING, values) for values in missing)
    path.write_bytes(to_json(msgspec.structs.replace(from_json(path.read_bytes()), notes=notes)))


def test_misspelt_file_is_taken_for_all_alike(ann: Tutor, marks: Path, tmp_path: Path) -> None:
    """As the command does it; the desk names the command that grades again, and works on until then."""
    for name in ("ada", "ben"):
        misspelt(marks, name)
    command = "grader grade blocky class"
    change_state(
        marks,
        assignment="csc148_2018_blocky",
        names=dict.fromkeys(("ada", "ben", "gil"), ()),
        command=command,
        made_with=up_to_date.digests(marks),
    )
    other = shutil.copytree(marks, tmp_path / "other")
    choice = {"what": "take", "about": "blok.py=block.py", "whom": "alike"}
    assert ann.get("code", name="ada").json()["review"]["takes"] == [choice["about"]]
    assert decide(ann, "gil", **choice).status_code == 422
    effect = written(ann, **choice)
    assert effect["lines"][:2] == [f"{name}: blok.py counts as block.py" for name in ("ada", "ben")]
    assert effect["lines"][-1] == f"results follow with the next grading: {command}"
    why = ["--by", "Ann", "--why", "The forum said so.", "--yes"]
    assert cli.main(["decide", str(other), "ada", "ben", "--take", choice["about"], *why]) == 0
    assert decisions_file.content(marks) == decisions_file.content(other)
    review = ann.get("code", name="ben").json()["review"]
    assert review["takes"] == []
    assert review["files"] == ["blok.py counts as block.py (Ann)", effect["lines"][-1]]
    written(ann, what="waive", about="drop.full")
    assert marks_of(marks) == [5, 3, 3]
    with pytest.raises(GraderError, match="run the command that graded it again"):
        up_to_date.read(marks)


def with_unreadable(folder: Path, name: str = "uma") -> None:
    """Add a submission to the class in which two files could be the expected one."""
    names = dict.fromkeys(("ada", "ben", "gil", name), ())
    why = f"{name}: has no block.py, which could be '{name}_1.py', '{name}_2.py'"
    row = GradebookRow("4", "Uma Khan", "", name, GradingState.UNREADABLE, flags=(why,))
    change_state(
        folder,
        assignment="csc148_2018_blocky",
        command="grader grade blocky class",
        names=names,
        rows=(*class_file.read(folder).rows, row),
        unreadable={name: why},
        choices={name: {"block.py": (f"{name}_1.py", f"{name}_2.py", "\udc80.py")}},
        made_with=up_to_date.digests(folder),
    )


@pytest.fixture
def uma(marks: Path) -> Iterator[Tutor]:
    """A tutor of a class with a submission that could not be read."""
    with_unreadable(marks)
    desk, finisher = Desk(marks), Finisher(marks, quiet=600)
    yield Tutor(TestClient(application(desk, finisher, "token", ""), base_url=HOST), "Ann")
    desk.close()
    finisher.finish()


def test_unreadable_submission_has_a_page_and_waits_for_a_decision(uma: Tutor, marks: Path) -> None:
    """It says why, takes marks, comments and notes, and is left out of what is left to mark."""
    code = uma.get("code", name="uma").json()
    assert code["unreadable"].startswith("uma: has no block.py")
    assert code["review"]["takes"] == ["uma_1.py=block.py", "uma_2.py=block.py"]
    assert (code["files"], code["result"]["marks"]) == ([], "no mark")
    assert uma.get("colours", name="uma", file="0").status_code == 404
    for name in ("ada", "ben", "gil"):
        uma.change(name, type="marks", part="Quality", base="", value="7")
    body = {"page": "Ann", "tutor": "Ann"}
    assert uma.client.post("/token/api/next", json=body).json()["name"] == ""
    assert uma.change("uma", type="marks", part="Quality", base="", value="3").status_code == 200
    assert uma.change("uma", type="note", base="", value="asked by mail").status_code == 200
    last = uma.get("changes").json()["states"][-1]
    assert (last["unreadable"], last["marks"], last["noted"]) == (True, "3", True)
    written(uma, "uma", what="take", about="uma_2.py=block.py")
    review = uma.get("code", name="uma").json()["review"]
    assert review["takes"] == ["uma_1.py=block.py"]
    assert review["files"][0] == "uma_2.py counts as block.py (Ann)"
    assert "grader grade blocky class" in review["files"][1]


@pytest.mark.parametrize("name", ["uma", "ada"])
def test_file_that_came_by_mail_is_sent_to_the_desk(uma: Tutor, marks: Path, name: str) -> None:
    """It is read before it is written, by the name that it has in the browser."""
    wanted = {"what": "instead", "file": "block (1).py"}
    sent = {"content": base64.b64encode(b"x = 1\n").decode()}
    assert "choose a file" in decide(uma, name, what="instead").json()["message"]
    refused = decide(uma, name, **{**wanted, "file": "a.zip"}, **sent)
    assert (refused.status_code, "archive" in refused.json()["message"]) == (422, True)
    effect = written(uma, name, **wanted, **sent)
    (kept,) = (marks / ".instead").glob("*/*")
    assert kept.read_bytes() == b"x = 1\n"
    about = "block (1).py counts instead of what was handed in"
    assert effect["lines"][0] == f"{name}: {about} (1 file: block.py)"
    assert uma.get("code", name=name).json()["review"]["files"][0] == f"{about} (Ann)"


@pytest.mark.parametrize("name", ["../x.zip", "/etc/x.zip", "..", "a\\b.zip", "x\0.zip"])
def test_file_for_the_desk_stays_in_the_class(uma: Tutor, marks: Path, name: str) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("block.py", "x = 1")
    content = base64.b64encode(stream.getvalue()).decode()
    written(uma, "uma", what="instead", file=name, content=content)
    (kept,) = (marks / ".instead").glob("*/*")
    assert "/" not in kept.name and decisions_file.read(marks).file[-1].taken_from.endswith(
        kept.name
    )


# Exhibits.


def test_exhibits_are_the_reports_with_all_text_escaped() -> None:
    """Values, labels and the letters of a board come from submissions."""
    texts = [Text(label=label, text=text) for text in NASTY for label in ("got", text[:50])]
    hostile = check(
        "a.b", exhibits=(*texts, board(NASTY[0], 2, ("<b>", 0, 0, 1), (NASTY[1], 1, 1, 1)))
    )
    result = msgspec.structs.replace(made("eve"), checks=(hostile,))
    (note, *_) = views.result_view(result, None, (), PAINTER).notes
    tags = {*re.findall(r"<\s*([a-z/!?]+)", note.exhibits)}
    allowed = {"dl", "dt", "dd", "div", "pre", "mark", "p", "svg", "defs", "pattern", "rect", "symbol", "path", "details", "summary"}  # fmt: skip
    assert {tag.strip("/") for tag in tags} - allowed <= {"figure", "figcaption", "use", "text", "span", "g"}  # fmt: skip
    assert not re.search(r"<[^>]*\s(on\w+|href=.java|style)=", note.exhibits)
    assert "&lt;script&gt;alert(1)" in note.exhibits


def test_exhibits_of_a_submission_are_bounded() -> None:
    long = check(exhibits=(Text(label="got", text="x\n" * 3000),) * 20)
    checks = tuple(msgspec.structs.replace(long, id=f"a.{number}") for number in range(200))
    result = msgspec.structs.replace(made("eve"), checks=checks)
    shown = [note.exhibits for note in views.result_view(result, None, ()).notes]
    one = max(map(len, shown))
    assert sum(map(len, shown)) < views.MOST_EXHIBITS + one and "" in shown


# Running a check again.


def test_only_failed_checks_run_again(ann: Tutor) -> None:
    for check_ in ("drop.empty", "--help", ""):
        answer = ann.client.post("/token/api/rerun?name=ada", json={"check": check_})
        assert answer.status_code == 404


def test_end_of_the_desk_ends_the_check_that_runs(tmp_path: Path) -> None:
    """So it neither waits for a program that hangs, nor leaves one behind."""
    rerunner, begun, said = Rerunner(), tmp_path / "begun", []
    hangs = f"open({str(begun)!r}, 'w').close(); import signal; signal.pause()"

    def run() -> None:
        with pytest.raises(GraderError) as error:
            rerunner.output([sys.executable, "-S", "-c", hangs])
        said.append(str(error.value))

    thread = threading.Thread(target=run)
    thread.start()
    while not begun.exists():
        assert thread.is_alive()
    rerunner.close()
    thread.join(60)
    run()
    assert said == [ENDED, ENDED]


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.usefixtures("backend")
def test_check_runs_again_on_the_files_that_were_graded(tmp_path: Path) -> None:
    """They need not be there any more. Calls and replies are shown, without a path of this machine."""
    exemplars = [
        "exemplars",
        "csse7030_connect4",
        "--write",
        str(tmp_path / "in"),
        "add-at-the-top",
    ]
    assert cli.main(exemplars) == 0
    grade = ["grade", "csse7030_connect4", str(tmp_path / "in"), "--as", "class"]
    cli.main([*grade, "--out", str(tmp_path / "out")])
    shutil.rmtree(tmp_path / "in")
    desk = Desk(tmp_path / "out")
    (name,) = desk.seats
    failed = next(note.check for note in desk.code(name).result.notes if note.check)
    output = desk.rerun(name, failed)
    desk.close()
    assert "expected" in output.lower() and str(tmp_path) not in output


def test_file_outside_of_its_submission_is_not_written(ann: Tutor, marks: Path) -> None:
    (marks / "ada" / "code.json").write_text('{"../../evil.py": "x"}')
    answer = ann.client.post("/token/api/rerun?name=ada", json={"check": "drop.full"})
    assert answer.status_code == 422 and "no name below it" in answer.json()["message"]
