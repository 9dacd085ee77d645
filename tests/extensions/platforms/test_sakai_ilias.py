"""Downloads of Sakai and ILIAS, as their exporters write them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from graders.harness.intake import IntakeError
from graders.harness.intake.delivery import Person
from tests.intake.deliveries import BLOCK, GOAL, TREE, Files, Handout, as_folder
from tests.intake.downloads import HANDOUT, both, find, under

ways = pytest.mark.parametrize("way", ["folder", "zip"])
WHEN = b"2026-02-05T22:31:11.482Z"
TEAM = "Team 3 (1f0b7c3e-2b1a-4a52-9a1e-0123456789ab)"
FILES = "Submission attachment(s)"


def sakai(
    *folders: str, files: str = FILES, grades: str = "", more: dict[str, bytes] | None = None
) -> dict[str, bytes]:
    """Return a download with these folders, each with TREE."""
    tree = {"A2 Blocky/grades.csv": f'\ufeff"A2","SCORE"\n""\n{grades}'.encode()}
    for folder in folders:
        tree[f"A2 Blocky/{folder}/timestamp.txt"] = WHEN
        tree |= under(f"A2 Blocky/{folder}/{files}")
        tree |= {f"A2 Blocky/{folder}/{name}": data for name, data in (more or {}).items()}
    return tree


@ways
def test_sakai(tmp_path: Path, way: str) -> None:
    """Only what was handed in is read; files of staff beside it are not."""
    staff = {"comments.txt": b"", "Feedback Attachment(s)/block.py": b"theirs"}
    tree = sakai("King, Ada(ada)", "Cher,(cher_1)", more=staff)
    found = find(both(tmp_path, tree)[way])
    assert "Sakai" in found.platforms[0]
    assert [(one.name, one.people) for one in found] == [
        ("ada", (Person("Ada King", ("ada",)),)),
        ("cher_1", (Person("Cher", ("cher_1",)),)),
    ]
    assert {one.submitted_at for one in found} == {datetime(2026, 2, 5, 22, 31, 11, 482000, UTC)}
    assert all(one.read(HANDOUT).files == TREE for one in found)


def test_sakai_groups_have_their_members(tmp_path: Path) -> None:
    """By Sakai's table, or else the group's name."""
    members = f'"Team 3","{TEAM[8:-1]}","Ada King; Bo Li","","","On time"\n'
    for number, (grades, people) in enumerate(
        ((members, (Person("Ada King"), Person("Bo Li"))), ("", (Person("Team 3"),)))
    ):
        tree = sakai(TEAM, grades=grades)
        (found,) = find(as_folder(tmp_path / str(number), tree))
        assert found.people == people


def test_sakai_table_that_is_no_csv_ends_no_class(tmp_path: Path) -> None:
    """Attack: a title of a group with an open quote."""
    grades = f'"Team 3","{TEAM[8:-1]}","{"x" * 200_000}\n'
    (found,) = find(as_folder(tmp_path, sakai(TEAM, grades=grades)))
    assert found.people == (Person("Team 3"),)


def test_sakai_anonymous_and_several_people(tmp_path: Path) -> None:
    anonymous = f"{TEAM[8:-1]} Anonymous Submission"
    found = find(as_folder(tmp_path, sakai("King, Ada(ada); Li, Bo(bo)", anonymous)))
    assert [(one.name, len(one.people)) for one in found][1:] == [("ada_bo", 2)]
    assert found[0].people == ()


def test_sakai_in_another_language(tmp_path: Path) -> None:
    """The only folder is that of the files; two are refused."""
    (found,) = find(as_folder(tmp_path / "1", sakai("King, Ada(ada)", files="Anhange")))
    assert found.read(HANDOUT).files == TREE
    tree = sakai("King, Ada(ada)", files="Anhange", more={"Kommentar/block.py": b"theirs"})
    (found,) = find(as_folder(tmp_path / "2", tree))
    with pytest.raises(IntakeError, match="has 2 folders"):
        found.read(HANDOUT)


def test_sakai_without_folders_and_without_files(tmp_path: Path) -> None:
    names = [f"King, Ada(ada)_{FILES}_{name}" for name in TREE]
    (found,) = find(as_folder(tmp_path / "1", dict(zip(names, TREE.values(), strict=True))))
    assert (found.name, found.read(HANDOUT).files) == ("ada", TREE)
    tree = {"A2/King, Ada(ada)/timestamp.txt": WHEN, "A2/King, Ada(ada)/x_submissionText.html": b""}
    (found,) = find(as_folder(tmp_path / "2", tree))
    with pytest.raises(IntakeError, match="no file"):
        found.read(HANDOUT)


def ilias(*folders: str, late: str = "") -> dict[str, bytes]:
    """Return a download with these folders, each with TREE."""
    tree = {f"{late}{name}": content for name, content in TREE.items()}
    paths = [f"A2 Blocky/Submissions/{folder}" for folder in folders]
    return {"A2 Blocky/A2 Blocky.xlsx": b"PK"} | under(*paths, tree=tree)


@ways
def test_ilias(tmp_path: Path, way: str) -> None:
    tree = ilias("King_Ada_ada.king_4711", "van Dijk_Anne Marie_am_d_4712")
    found = find(both(tmp_path, tree)[way])
    assert "ILIAS" in found.platforms[0]
    assert [(one.name, one.people, one.late) for one in found] == [
        ("ada.king", (Person("Ada King", ("ada.king",)),), None),
        ("am_d", (Person("Anne Marie van Dijk", ("am_d",)),), None),
    ]
    assert all(one.read(HANDOUT).files == TREE for one in found)


@pytest.mark.parametrize("word", ["Late Submission", "Verspatete Abgabe", "Consegna in ritardo"])
def test_ilias_late_files_have_their_names(tmp_path: Path, word: str) -> None:
    (found,) = find(as_folder(tmp_path, ilias("King_Ada_ada_4711", late=f"{word} - ")))
    assert found.read(HANDOUT).files == TREE
    assert found.late is (None if word.startswith("C") else True)


@pytest.mark.parametrize("word", ["", "Late Submission - "])
def test_ilias_upload_that_may_replace_another_is_asked_about(tmp_path: Path, word: str) -> None:
    """Before, the first of two uploads was graded, with a note."""
    tree = ilias("King_Ada_ada_4711")
    folder = "A2 Blocky/Submissions/King_Ada_ada_4711"
    tree |= {f"{folder}/{word}block (2).py": b"again", f"{folder}/helper.py": b"1"}
    tree |= {f"{folder}/{word}helper (2).py": b"2", f"{folder}/goal (2).py": GOAL}
    (found,) = find(as_folder(tmp_path, tree))
    with pytest.raises(IntakeError, match=r"several uploads .*'block \(2\)\.py'") as error:
        found.read(HANDOUT)
    choices = {name: [f"{name}.py", f"{name} (2).py"] for name in ("block", "helper")}
    assert error.value.choices == {f"{name}.py": files for name, files in choices.items()}
    answers = {"block.py": "block (2).py", "helper.py": "helper.py"}
    files = replace(found, chosen=answers).read(HANDOUT).files
    assert files == {**TREE, "block.py": b"again", "helper.py": b"1"}


def test_ilias_teams_hand_in_together(tmp_path: Path) -> None:
    """Each file is in the folder of the member who uploaded it."""
    team = "A2 Blocky/Submissions/Team 12"
    tree = {
        f"{team}/King_Ada_ada_4711/block.py": BLOCK,
        f"{team}/Li_Bo_bo_4712/goal.py": GOAL,
    }
    (found,) = find(as_folder(tmp_path / "1", tree))
    assert (found.name[:7], [one.ids for one in found.people]) == ("Team_12", [("ada",), ("bo",)])
    assert found.read(HANDOUT).files == TREE
    tree[f"{team}/Li_Bo_bo_4712/block.py"] = b"other"
    (found,) = find(as_folder(tmp_path / "2", tree))
    with pytest.raises(IntakeError, match=r"'block\.py' was handed in twice"):
        found.read(HANDOUT)


def test_other_folders_are_neither(tmp_path: Path) -> None:
    """Nothing is taken for a platform's because of a sign in a name."""
    free = Handout(Files(submitted=("a_1.py",)))
    for number, folders in enumerate((["ada_1", "bo_2"], ["King, Ada (1)", "Li, Bo (2)"])):
        tree = under(*folders, tree={"a_1.py": BLOCK})
        found = find(as_folder(tmp_path / str(number), tree), handout=free)
        assert (len(found), found.platforms) == (2, ())
