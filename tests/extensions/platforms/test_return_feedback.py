"""Handing back: each person gets their own page for students, under a name that the platform accepts."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from graders.extensions.platforms.return_feedback import INDEX, return_feedback, targets
from graders.harness import cli
from graders.harness.course.marks import decisions_file
from graders.harness.course.pages import gradebook
from graders.harness.course.pages.changing import STATE
from graders.harness.course.people.roster import match, parse_roster
from graders.harness.errors import GraderError
from graders.harness.intake.names import file_name
from graders.harness.result import ManualPart, Result, Status, Verdict, to_json
from tests.course.graded import graded, write_state
from tests.intake.downloads import delivery
from tests.reports.paper import check, flags, notes, result

SECRETS = ("secret-id", "the secret input", "look at this one", "was renamed")
ROSTER = """Student,ID,SIS User ID,SIS Login ID,Group,Identifier
"Wong, Ada",501,1001,ada,,Participant 71
"Okafor/../.., =Ben",502,1002,ben,,Participant 72
"Santos, Gil",503,1003,gil,g1,Participant 73
"Berg, Hana",504,1004,hana,g1,Participant 74
"Ito, Fay",505,1005,fay,,Participant 75
"Laurent, Eve",506,1006,eve,,Participant 76
"""
PEOPLE = ["ada", "ben", "gil", "hana"]


def one(**parts: object) -> Result:
    """Return a result with parts that only staff may see."""
    return result(
        check("goal.open", verdict=Verdict.PASSED),
        check("goal.secret-id", hidden=True, title="A title.", message="the secret input"),
        manual=(ManualPart("Style", Fraction(4), Fraction(3), "Well named."),),
        flags=flags("look at this one"),
        notes=notes("was renamed"),
        **parts,
    )


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    """The folder of a class: two alone, a group, one not gradable, and one person without a submission."""
    fault = one(status=Status.NOT_GRADABLE)
    results = {"1001": one(), "1002": one(), "1003": one(), "1006": fault}
    named = {
        name: msgspec.structs.replace(found, submission=name) for name, found in results.items()
    }
    (tmp_path / "marks").mkdir()
    return graded(tmp_path / "marks", ROSTER, named)


@pytest.fixture
def download(tmp_path: Path) -> Path:
    """The download from Canvas; the group has one member's files."""
    path = tmp_path / "submissions.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name in (
            "wongada_501_9001_a1.py",
            "okafor_LATE_502_9002_a1.py",
            "santosgil_503_9003_a1-1.py",
        ):
            archive.writestr(name, "x = 1\n")
    return path


def files_of(where: Path) -> dict[str, bytes]:
    """Return all files of a zip or a folder."""
    if where.is_dir():
        return {
            path.relative_to(where).as_posix(): path.read_bytes()
            for path in where.rglob("*")
            if path.is_file()
        }
    with zipfile.ZipFile(where) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def index(out: Path) -> list[dict[str, str]]:
    """Return the rows of the index."""
    return list(
        csv.DictReader(io.StringIO((out / INDEX).read_text(encoding="utf-8-sig"), newline=""))
    )


@pytest.mark.parametrize("target", targets())
def test_each_person_gets_a_page_for_students(
    target: str, marks: Path, download: Path, tmp_path: Path
) -> None:
    """Each person with a mark gets a page, members of a group too. It has the tutor's comment, and no text for staff."""
    out = tmp_path / "out"
    handed = return_feedback(marks, target, out, download if target == "canvas" else None)
    files, lines = files_of(handed.where), index(out)
    assert handed.people == 4 and sorted(line["login"] for line in lines if line["file"]) == PEOPLE
    assert {line["file"] for line in lines if line["file"]} == set(files)
    assert {line["login"]: line["remark"] for line in lines if not line["file"]} == {
        "eve": "not gradable",
        "fay": "missing",
    }
    for name, data in files.items():
        assert not any(secret.encode() in data for secret in SECRETS), name
        assert b"Well named." in data and b"A title." in data and b"shows hidden checks" not in data
        assert ".." not in name and not name.startswith("/") and INDEX not in name
    assert not any(path.name.startswith("staff-") for path in out.rglob("*"))


@pytest.mark.slow
def test_names_are_those_of_the_platform(marks: Path, download: Path, tmp_path: Path) -> None:
    """Canvas has two numbers, Moodle the participant, MarkUs the group."""
    canvas = return_feedback(marks, "canvas", tmp_path / "c", download)
    assert set(files_of(canvas.where)) == {
        "wongada_501_9001_report.html",
        "okafor_LATE_502_9002_report.html",
        "santosgil_503_9003_report.html",
    }
    (hana,) = [line for line in index(tmp_path / "c") if line["login"] == "hana"]
    assert (
        hana["file"] == "santosgil_503_9003_report.html" and "member of the group" in hana["remark"]
    )
    moodle = set(files_of(return_feedback(marks, "moodle", tmp_path / "m").where))
    assert "Wong Ada_71_assignsubmission_file_/report.html" in moodle
    assert {name.split("_")[1] for name in moodle} == {"71", "72", "73", "74"}
    markus = set(files_of(return_feedback(marks, "markus", tmp_path / "k").where))
    assert markus == {"ada/report.html", "ben/report.html", "g1/report.html"}
    scope = files_of(return_feedback(marks, "gradescope", tmp_path / "g").where)
    assert json.loads(scope[f"{file_name('1001')}/results.json"])["score"] == 4


@pytest.mark.slow
def test_impossible_hand_back_is_refused_with_a_reason(
    marks: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Canvas' names or Moodle's numbers are missing, or the target folder is not empty."""
    with pytest.raises(GraderError, match="--download"):
        return_feedback(marks, "canvas", tmp_path / "out")
    state = marks / STATE
    state.write_text(state.read_text().replace("Participant ", ""))
    with pytest.raises(GraderError, match="grading worksheet"):
        return_feedback(marks, "moodle", tmp_path / "out")
    assert not (tmp_path / "out").exists()
    assert (
        cli.main(["hand-back", str(marks), "--for", "folders", "--out", str(tmp_path / "out")]) == 0
    )
    assert "nothing for" in capsys.readouterr().err
    with pytest.raises(GraderError, match="not empty"):
        return_feedback(marks, "folders", tmp_path / "out")


def differing(folder: Path, roster: str) -> Path:
    """Return the folder of a class of three, of whom the first has another page than the others."""
    pages = {"1": one(), "2": result(check("goal.open")), "3": result(check("goal.open"))}
    named = {name: msgspec.structs.replace(found, submission=name) for name, found in pages.items()}
    folder.mkdir()
    return graded(folder, f"student id,login,name,group\n{roster}", named)


def test_two_people_never_share_a_path(tmp_path: Path) -> None:
    """A group's place on MarkUs is for one page. Its members' different pages are listed; all others are handed back."""
    folder = differing(tmp_path / "marks", "1,a,Ada,team\n2,b,Ben,team\n3,c,Cy,\n")
    handed = return_feedback(folder, "markus", tmp_path / "out")
    assert set(files_of(handed.where)) == {"c/report.html"} and handed.people == 1
    assert [line["remark"] for line in index(tmp_path / "out")][:2] == [
        "another person's page has the same name, and the platform has one place for both: mail it"
    ] * 2


@pytest.mark.parametrize("target", ["folders", "markus"])
def test_nobody_takes_the_path_of_another(tmp_path: Path, target: str) -> None:
    """The honest person keeps it; before, the command stopped for all. A login is what it is, a group may be called like it."""
    roster = {
        "folders": "1,ada,Lee,\n2,ada!,Lee,\n3,c,Cy,\n",
        "markus": "1,ada,Lee,\n2,b,Ben,ADA\n3,c,Cy,\n",
    }[target]
    folder = differing(tmp_path / "marks", roster)
    handed = return_feedback(folder, target, tmp_path / "out")
    paths = {line["student id"]: line["file"] for line in index(tmp_path / "out")}
    assert paths["1"] == {"folders": "Lee ada/report.html", "markus": "ada/report.html"}[target]
    assert paths["2"] != paths["1"] and bool(paths["2"]) == (target == "folders")
    assert set(files_of(handed.where)) == set(filter(None, paths.values()))


def test_stranger_gets_nothing(tmp_path: Path) -> None:
    """No platform has a place for them, and the owner is unknown."""
    named = {name: msgspec.structs.replace(one(), submission=name) for name in ("1", "stranger")}
    (tmp_path / "marks").mkdir()
    folder = graded(tmp_path / "marks", "student id,name\n1,Ada\n", named)
    handed = return_feedback(folder, "folders", tmp_path / "out")
    assert (handed.people, handed.left_out) == (1, ("stranger: not on the roster",))
    assert [entry["remark"] for entry in index(tmp_path / "out")] == ["", "not on the roster"]


def test_only_those_who_get_a_page_count_as_unmarked(tmp_path: Path) -> None:
    """The message about them says that their pages say so."""
    unmarked = msgspec.structs.replace(one(), manual=(ManualPart("Style", Fraction(4)),))
    named = {name: msgspec.structs.replace(unmarked, submission=name) for name in ("1", "stranger")}
    (tmp_path / "marks").mkdir()
    folder = graded(tmp_path / "marks", "student id,name\n1,Ada\n", named)
    handed = return_feedback(folder, "folders", tmp_path / "out")
    assert (handed.people, handed.unmarked) == (1, ("Ada",))


def unreadable_class(folder: Path, reasons: dict[str, str]) -> Path:
    """Return the folder of a class of two, one of them unreadable."""
    (folder / "1").mkdir(parents=True)
    (folder / "1" / "result.json").write_bytes(
        to_json(msgspec.structs.replace(one(), submission="1"))
    )
    matching = match(
        parse_roster(b"student id,login,name\n1,a,Ada\n2,b,Ben\n3,c,Cy\n"),
        [delivery("1"), delivery("2")],
    )
    rows = gradebook.rows(
        [], {"1": one()}, {"2": "2: staff's words, or answer in decisions.toml"}, matching
    )
    write_state(folder, rows, matching, unreadable=reasons)
    return folder


@pytest.mark.slow
def test_unreadable_submission_gets_a_page_with_the_reason(tmp_path: Path) -> None:
    """Before, the person got nothing. A platform whose file always has a score gets none."""
    folder = unreadable_class(
        tmp_path / "marks", {"2": "2: has no a1.py, which could be '<i>x.py', 'y.py'"}
    )
    said = 'name = "2"\nnote = "a secret"\ncomment = [{id = "a", text = "Name it *a1.py*."}]\n'
    (folder / decisions_file.FILE).write_text(f"[[submission]]\n{said}")
    handed = return_feedback(folder, "folders", tmp_path / "out")
    assert (handed.people, handed.left_out) == (2, ("Cy: missing",))
    page = files_of(handed.where)["Ben b/report.html"].decode()
    assert (
        "could be &#39;&lt;i&gt;x.py&#39;, &#39;y.py&#39;" in page
        and "has no mark" in page
        and "decisions.toml" not in page
    )
    assert ("<em>a1.py</em>" in page, "a secret" in page) == (True, False)
    assert [line["remark"] for line in index(tmp_path / "out")] == [
        "",
        "unreadable: the page has the reason and no mark",
        "missing",
    ]
    scope = return_feedback(folder, "gradescope", tmp_path / "g")
    assert scope.left_out == ("Ben: unreadable", "Cy: missing")


def test_class_of_an_earlier_release_has_no_reasons(tmp_path: Path) -> None:
    handed = return_feedback(unreadable_class(tmp_path / "marks", {}), "folders", tmp_path / "out")
    assert handed.left_out == ("Ben: unreadable", "Cy: missing")
