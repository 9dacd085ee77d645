"""Tables and downloads follow what the vendors' manuals say, and what courses' scripts read."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest

from graders.extensions.platforms.marks_tables import Marks, MarksOptions
from graders.extensions.platforms.platform import with_ways_back
from graders.harness.course.marks import up_to_date
from graders.harness.errors import GraderError
from tests.course.test_whose import asked, credited, whose
from tests.extensions.platforms import test_contract as contract
from tests.extensions.platforms.test_contract import (
    DOWNLOADS,
    Download,
    graded,
    of_blackboard,
    of_brightspace,
    of_moodle,
)
from tests.intake.deliveries import TREE
from tests.intake.downloads import find, under

FIRST = ("a_da 🦊", "Zoë", "X Æ A-12", "=cmd", "Bobby') DROP", "Ünal", "ß", "م")
LAST = ("K_ing", "van der Berg-Öz", "O\u2019Neil", "Li", "Nguyễn Thị", "St. John", "د", "雷_雷")


@pytest.mark.parametrize("name", DOWNLOADS)
def test_odd_names_come_in(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Underscores, which platforms put between the parts of a name, and other letters and signs. Moodle's lost nine of 16."""
    monkeypatch.setattr(contract, "FIRST", FIRST)
    monkeypatch.setattr(contract, "LAST", LAST)
    monkeypatch.setattr(contract, "PEOPLE", contract.PEOPLE[:16])
    download = DOWNLOADS[name]()
    found = whose(tmp_path, download.tree, download.roster)
    assert len(credited(found)) == 16 and not found.questions and not found.strangers
    recognised = find(tmp_path / "class").platforms
    assert (
        name == "markus" or " of its entries, such as '" in recognised[0]
    )  # folders of MarkUs are as any others


def marks_of(format: str) -> Marks:
    """Return how a platform takes marks in this format."""
    every = [each.marks for each in with_ways_back() if each.marks]
    (marks,) = (each for each in every if each.format == format)
    return marks


def written(folder: Path, format: str, download: Download, column: str = "A2") -> str:
    """Return the table of marks of a class of two."""
    entries = up_to_date.read(graded(folder, download, people=2))
    return marks_of(format).write(entries, MarksOptions(column=column)).decode()


# Brightspace.


def test_numbers_of_brightspace_join_no_two_names(tmp_path: Path) -> None:
    """Sites are known whose folders all begin with the same numbers. Before, all but the newest person were left out."""
    tree = under(
        "397063-2557369 - Mary-Ann Smith - Sep 24, 2024 926 PM",
        "397063-2557369 - John Doe - Sep 24, 2024 927 PM",
    )
    found = whose(
        tmp_path,
        tree,
        "OrgDefinedId,Last Name,First Name\n#1,Smith,Mary-Ann\n#2,Doe,John\n",
    )
    assert credited(found) == {
        "Mary-Ann Smith": "Mary-Ann Smith",
        "John Doe": "John Doe",
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("column", "heading"),
    [
        ("A2", "A2 Points Grade"),
        ("A2 Points Grade", "A2 Points Grade"),
        (
            "A2 Points Grade <Numeric MaxPoints:10 Weight:5>",
            "A2 Points Grade <Numeric MaxPoints:10 Weight:5>",
        ),
    ],
)
def test_heading_of_brightspace_may_be_that_of_its_export(
    tmp_path: Path, column: str, heading: str
) -> None:
    """Before, the heading of an export got a second "Points Grade", and the import a new item."""
    table = written(tmp_path, "brightspace", of_brightspace(), column)
    assert table.splitlines()[0] == f"OrgDefinedId,Username,{heading},End-of-Line Indicator"


@pytest.mark.slow
def test_brightspace_gets_the_ids_that_the_site_uses(tmp_path: Path) -> None:
    """An export has one of two ids, or both; without any, nobody would get a mark."""
    download = of_brightspace()
    lines = [line.split(",") for line in download.roster.splitlines()]
    without = replace(download, roster="\n".join(",".join(line[1:]) for line in lines))
    assert (
        written(tmp_path / "a", "brightspace", without)
        .splitlines()[0]
        .startswith("Username,A2 Points Grade,")
    )
    names = replace(download, roster="\n".join(",".join(line[2:4]) for line in lines))
    with pytest.raises(GraderError, match="the roster has neither"):
        written(tmp_path / "b", "brightspace", names)


# Blackboard.


@pytest.mark.slow
def test_blackboard_gets_quoted_cells(tmp_path: Path) -> None:
    """Its manual asks for quotes around each cell of a file with commas."""
    column = "A2 [Total Pts: 10 Score] |12"
    assert (
        written(tmp_path, "blackboard", of_blackboard(), column).splitlines()[0]
        == f'"Username","{column}"'
    )


BLACKBOARD = {
    f"gradebook_C_A2_{login}_attempt_2026-02-05-23-31-1{place}_{name}": data
    for place, login in enumerate(("s_ada", "s_bo"))
    for name, data in TREE.items()
}


def test_user_names_of_blackboard_may_begin_alike(tmp_path: Path) -> None:
    """Without Blackboard's records, the part that all names share may belong to the user name. Before, all were missing."""
    found = whose(tmp_path / "a", BLACKBOARD, "Username,Last Name\ns_ada,King\ns_bo,Diaz\n")
    assert sorted(credited(found)) == ["Diaz", "King"]
    found = whose(
        tmp_path / "b",
        BLACKBOARD,
        "Username,Last Name\ns_ada,King\ns_bo,Diaz\nada,Li\n",
    )
    assert credited(found) == {"Diaz": "bo"} and sorted(asked(found)["ada"]) == [
        "King",
        "Li",
    ]


# Moodle.


@pytest.mark.slow
@pytest.mark.parametrize(
    "comment", ["-1 for names", "=) well done", "+ tests; = good", "x" * 40_000, "two\nlines"]
)
def test_worksheet_of_moodle_keeps_its_comments(tmp_path: Path, comment: str) -> None:
    """Moodle's import writes each comment that differs from its own. Before, some got an apostrophe, and long ones were cut."""
    sheet = tmp_path / "sheet.csv"
    with sheet.open("w", newline="") as stream:
        csv.writer(stream).writerows(
            [
                ("ID", "Bewertung", "Feedback"),
                ("Teilnehmer/in72", "-", comment),
                ("Teilnehmer/in71", "", ""),
            ]
        )
    entries = up_to_date.read(graded(tmp_path, of_moodle(), people=3))
    back = marks_of("moodle").write(entries, MarksOptions(worksheet=sheet)).decode()
    assert list(csv.reader(io.StringIO(back, newline="")))[1][2] == comment
