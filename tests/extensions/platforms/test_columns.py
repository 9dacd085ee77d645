"""A table of marks fits the platform's own column: the roster has its heading, and the maximum is that of the marks."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from graders.extensions.platforms import canvas
from graders.harness import cli
from graders.harness.assignment.manifest import load_assignment
from graders.harness.course.marks import decisions
from graders.harness.course.pages.changing import changing
from graders.harness.course.pages.class_file import ClassState
from graders.harness.course.people.class_list import parse_roster
from graders.harness.course.people.roster import match
from graders.harness.course.run import classrun
from graders.harness.errors import GraderError
from graders.harness.intake.delivery import Person
from graders.harness.intake.names import file_name
from graders.harness.processes.jobs import Settings
from graders.harness.result import ManualPart, Result, Verdict, to_json
from tests.intake.downloads import delivery
from tests.reports.paper import check, result

CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,Assignment 1 (11),Assignment 2 (12),Current Score
    Points Possible,,,,,100.00,{points},(read only)
"King, Ada",501,1001,ada,L1,9,,9
"Diaz, Bo",502,1002,bo,L1,8,EX,8
"""
BLACKBOARD = """Last Name,First Name,Username,A1 [Total Pts: 100 Score] |11,A2 [Total Pts: {points} Score] |12,Total [Total Pts: up to 110 Score] |13
King,Ada,ada,,,
Diaz,Bo,bo,,,
"""
BRIGHTSPACE = """OrgDefinedId,Username,Last Name,First Name,A1 Points Grade <Numeric MaxPoints:100>,A2 Points Grade <Numeric MaxPoints:{points} Weight:5>,End-of-Line Indicator
#1001,#ada,King,Ada,,,#
#1002,#bo,Diaz,Bo,,,#
"""
MOODLE = """Identifier,Full name,Email address,Status,Grade,Maximum Grade,Feedback comments
Participant 71,Ada King,ada@x.org,-,,{points},
Participant 72,Bo Diaz,bo@x.org,-,,{points},
"""
MOODLE_IN_GERMAN = """ID,Vollständiger Name,E-Mail-Adresse,Status,Bewertung,Bestwertung,Feedback als Kommentar
Teilnehmer/in71,Ada King,ada@x.org,-,,"{points}",
Teilnehmer/in72,Bo Diaz,bo@x.org,-,,"{points}",
"""
ASSIGNMENT = load_assignment("csc148_2020_blocky")
OF_100 = result(
    check("block.a", verdict=Verdict.PASSED, marks="97.5"), check("block.b", marks="2.5")
)
COLUMNS = {
    "canvas": (CANVAS, "Assignment 2 (12)"),
    "blackboard": (BLACKBOARD, "A2 [Total Pts: {points} Score] |12"),
    "brightspace": (BRIGHTSPACE, "A2"),
}
"""Platform -> its own table, and the name of a column of it."""


def graded(folder: Path, roster: str, one: Result = OF_100) -> Path:
    """Return the folder of a graded class, in which Ada has a result."""
    key = "Participant 71" if "71" in roster else "ada"
    deliveries = [delivery("ada", Person("", (key,)))]
    matching = match(parse_roster(roster.encode()), deliveries)
    plan = classrun.Plan(ASSIGNMENT, Settings(ASSIGNMENT.id), folder / "marks", 1, web=False)
    with changing(plan.out) as draft:
        record = decisions.read_record(plan.out)
        classrun.write_class(
            plan,
            deliveries,
            classrun.CourseResults({"ada": one}),
            matching,
            draft,
            record,
            ClassState(),
        )
    (plan.out / file_name("ada")).mkdir()
    (plan.out / file_name("ada") / "result.json").write_bytes(to_json(one))
    return plan.out


def table(folder: Path, platform: str, marks: Path, column: str = "", *options: str) -> int:
    """Have the table of marks written to table.csv; return the exit status."""
    chosen = ["--column", column] if column else []
    return cli.main(
        [
            "report",
            str(marks),
            "--for",
            platform,
            *chosen,
            *options,
            "--out",
            str(folder / "table.csv"),
        ]
    )


def rows(folder: Path) -> list[list[str]]:
    return list(csv.reader(io.StringIO((folder / "table.csv").read_text())))


@pytest.mark.parametrize("platform", COLUMNS)
def test_another_maximum_on_the_platform_is_a_line(
    platform: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before, 97.5 of 100 went into a column of 10 without a word."""
    roster, column = (text.format(points=10) for text in COLUMNS[platform])
    assert table(tmp_path, platform, graded(tmp_path, roster), column) == 0
    line = capsys.readouterr().err.splitlines()[0]
    assert line.startswith(
        f"grader: the maximum of '{column}' is 10, but the marks are out of 100 and are not scaled: set it to 100 on the platform"
    )
    assert "97.5" in [cell for row in rows(tmp_path) for cell in row]


@pytest.mark.parametrize("platform", COLUMNS)
@pytest.mark.parametrize("points", ["100", "100.00"])
def test_equal_maxima_are_no_line(
    platform: str, points: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    roster, column = (text.format(points=points) for text in COLUMNS[platform])
    assert table(tmp_path, platform, graded(tmp_path, roster), column) == 0
    assert "not scaled" not in capsys.readouterr().err


@pytest.mark.parametrize("points", ["", "1,000", "(read only)", "1e9", "-5"])
def test_unclear_maximum_of_canvas_is_no_line(
    points: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A comma before three digits may divide thousands or decimals."""
    roster = CANVAS.format(points=f'"{points}"')
    assert table(tmp_path, "canvas", graded(tmp_path, roster), "Assignment 2 (12)") == 0
    assert "not scaled" not in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize(("roster", "points"), [(MOODLE, "10.00"), (MOODLE_IN_GERMAN, "10,00")])
def test_maximum_of_the_worksheet_is_compared(
    roster: str, points: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Moodle writes it behind the grade, in the language of the reader."""
    for now, expected in ((points, True), (points.replace("10", "100", 1), False)):
        sheet = tmp_path / "sheet.csv"
        sheet.write_text(roster.format(points=now))
        assert (
            table(
                tmp_path,
                "moodle",
                graded(tmp_path / now, sheet.read_text()),
                "",
                "--worksheet",
                str(sheet),
            )
            == 0
        )
        warned = (
            f"the maximum of {sheet} is 10, but the marks are out of 100 and are not scaled"
            in capsys.readouterr().err
        )
        assert warned is expected
        assert rows(tmp_path)[1][4] == "97.5"


def test_number_of_a_comment_is_no_maximum(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only one and the same number behind all grades is."""
    sheet = tmp_path / "sheet.csv"
    sheet.write_text("Identifier,Grade,Feedback\nParticipant 71,,5\nParticipant 72,,7\n")
    assert table(tmp_path, "moodle", graded(tmp_path, MOODLE), "", "--worksheet", str(sheet)) == 0
    assert "not scaled" not in capsys.readouterr().err


@pytest.mark.slow
def test_maximum_is_with_the_tutors_parts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The program's marks are of 100 and a tutor's of 20, whether somebody is marked already or not."""
    for number, marks in enumerate((None, Fraction(15))):
        one = replace(OF_100, manual=(ManualPart("Style", Fraction(20), marks),))
        for points, expected in (("120", False), ("100", marks is not None), ("10", True)):
            out = graded(tmp_path / f"{number} {points}", CANVAS.format(points=points), one)
            assert table(tmp_path, "canvas", out, "Assignment 2 (12)") == 0
            assert ("but the marks are out of 120" in capsys.readouterr().err) is expected, (
                marks,
                points,
            )


@pytest.mark.parametrize(
    ("platform", "column", "nearest"),
    [
        ("canvas", "Assignment 3 (99)", "'Assignment 2 (12)', 'Assignment 1 (11)'"),
        ("canvas", "Assignment 2", "'Assignment 2 (12)', 'Assignment 1 (11)'"),
        ("blackboard", "A2", "'A2 [Total Pts: 10 Score] |12', 'A1 [Total Pts: 100 Score] |11'"),
        ("brightspace", "A3", "'A2', 'A1'"),
    ],
)
def test_column_that_the_roster_lacks_is_refused(
    platform: str, column: str, nearest: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before, a typing error made a new assignment, and lost what Canvas had, such as EX."""
    out = graded(tmp_path, COLUMNS[platform][0].format(points=10))
    assert table(tmp_path, platform, out, column) == 2
    error = capsys.readouterr().err
    assert f"the roster has no column '{column}'; the most similar are {nearest}" in error
    assert not (tmp_path / "table.csv").exists()


def test_blackboard_s_heading_may_lack_the_word_for_a_score(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As in "Midterm [Total Pts: 50] |1340363". Before, a typing error made a new column."""
    out = graded(tmp_path, BLACKBOARD.format(points=10).replace(" Score]", "]"))
    assert table(tmp_path, "blackboard", out, "A2") == 2
    assert "'A2 [Total Pts: 10] |12', 'A1 [Total Pts: 100] |11'" in capsys.readouterr().err
    assert table(tmp_path, "blackboard", out, "A2 [Total Pts: 10] |12") == 0
    assert "is 10, but the marks are out of 100" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("platform", "effect", "column"),
    [
        ("canvas", "Canvas makes a new assignment", "Assignment 2 (12)"),
        ("blackboard", "Blackboard does not find its column", "A2 [Total Pts: 10 Score] |12"),
        ("brightspace", "Brightspace does not find its grade item", "A2"),
    ],
)
def test_table_without_a_column_of_the_roster_is_announced(
    platform: str, effect: str, column: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before, the assignment's title was a new assignment on Canvas, without a word."""
    assert table(tmp_path, platform, graded(tmp_path, COLUMNS[platform][0].format(points=10))) == 0
    line = capsys.readouterr().err.splitlines()[0]
    assert line.startswith("grader: the roster has no column 'Blocky (CSC148, Winter 2020)', so ")
    assert effect in line and f"'{column}'" in line and "--column" in line


@pytest.mark.slow
@pytest.mark.parametrize("platform", COLUMNS)
def test_roster_without_assignments_takes_any_column(
    platform: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A plain list of the class has no column to compare with."""
    out = graded(tmp_path, "student id,login,name\n1001,ada,Ada\n1002,bo,Bo\n")
    assert table(tmp_path, platform, out, "A2 (12)") == 0 and table(tmp_path, platform, out) == 0
    assert "no column" not in capsys.readouterr().err


def test_heading_of_the_option_has_a_maximum_without_a_roster_of_blackboard(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = graded(tmp_path, "student id,login,name\n1001,ada,Ada\n")
    assert table(tmp_path, "blackboard", out, "A2 [Total Pts: 10 Score] |12") == 0
    assert "is 10, but the marks are out of 100" in capsys.readouterr().err


def test_maxima_are_those_of_the_line_of_points_in_any_language() -> None:
    """No person's line is one, and no line of another platform."""
    text = "Student,ID,SIS Login ID,Section,A2 (7)\n,,,,Manuelle Veröffentlichung\n    Mögliche Punkte,,,,10\nKing,5,ada,,9\n"
    assert parse_roster(text.encode()).maxima == {"A2 (7)": "10"}
    assert parse_roster(b"login,A2 (7)\nada,9\n").maxima == {}


@pytest.mark.parametrize(
    "title", ["Connect 4: Final Points (77)", "Unposted Current Grade (1)", "Override Status"]
)
def test_title_that_canvas_ignores_is_refused(title: str) -> None:
    with pytest.raises(GraderError, match="--column"):
        canvas.marks((), title)
