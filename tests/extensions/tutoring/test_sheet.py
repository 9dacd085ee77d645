"""The tutors' sheet: marks are read back as written, wrong input is refused, and marks survive a regrade."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from graders.extensions.tutoring import remarking, sheet
from graders.extensions.tutoring.marking_edits import (
    Author,
    CommentText,
    Give,
    SetComment,
    SetEntry,
    SetMarks,
    SetRemark,
    change_marking,
    change_rubric,
)
from graders.extensions.tutoring.marking_edits import (
    Change as TutorsChange,
)
from graders.harness import cli
from graders.harness.assignment.manifest import load_assignment
from graders.harness.course.marks import decisions, decisions_file, rewriting, tutors, up_to_date
from graders.harness.course.marks.markings import ItemTable
from graders.harness.course.pages import class_folder
from graders.harness.course.pages.identical import SameFile
from graders.harness.course.pages.result_changes import CheckChange, ResultChange
from graders.harness.course.run import classrun
from graders.harness.course.run.deliveries import DeliveryState, GradedSubmission
from graders.harness.errors import GraderError
from graders.harness.grading.overrides import TutorMark, TutorMarks
from graders.harness.intake.bulk import Deliveries
from graders.harness.intake.delivery import SubmissionSource
from graders.harness.processes.jobs import Settings
from graders.harness.reports import result_folder as report_folder
from graders.harness.reports.audience import Audience
from graders.harness.reports.report_style import ReportStyle
from graders.harness.result import (
    Comment,
    Finding,
    Flag,
    FlagCode,
    ManualPart,
    Result,
    Verdict,
    from_json,
    to_json,
    whole,
)
from tests.classes import NothingRuns
from tests.course.graded import change_state, graded, let_an_answer_wait
from tests.extensions.tutoring.classroom import classroom
from tests.intake.downloads import delivery
from tests.reports.paper import check, result
from tests.reports.paper import flags as flagged

STYLE, TESTS = "Style (names, structure)", "Tests"
PARTS = (ManualPart(STYLE, Fraction(4)), ManualPart(TESTS, Fraction(2)))
FOUND = (Finding("leftovers", "breach", "a1.py", 3, "print", "the handout"),) * 7
ROSTER = """student id,login,name,group,tutorial
0042,ada,Ada Wong,,T1
1002,ben,Ben Okafor,,T2
1007,gil,Gil Santos,g1,T2
1008,=hana,Hana Berg,g1,T2
"""


def one(name: str, **parts: object) -> Result:
    """Return a result of this submission, with all tutors' parts open."""
    found = result(check("a.b", verdict=Verdict.PASSED, marks=6), manual=PARTS, **parts)
    return msgspec.structs.replace(found, submission=name)


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    """The folder of a class of three."""
    results = {
        name: one(name, findings=FOUND if name == "1002" else ())
        for name in ("0042", "1002", "1007")
    }
    folder = graded(tmp_path, ROSTER, results)
    change_state(folder, digests=dict.fromkeys(results, "f" * 8))
    return folder


def cells(data: bytes) -> list[dict[str, str]]:
    """Return the rows of a sheet, as a spreadsheet reads them."""
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True))


def filled(folder: Path, values: Mapping[tuple[str, str], str], delimiter: str = ",") -> Path:
    """Return a sheet of the class with these cells, by submission and heading."""
    rows = cells(sheet.sheet_bytes(sheet.make_sheet(folder), ".csv"))
    for row in rows:
        row.update(
            {title: value for (name, title), value in values.items() if name == row["submission"]}
        )
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(rows[0]), delimiter=delimiter)
    writer.writeheader()
    writer.writerows(rows)
    path = folder / "filled.csv"
    path.write_bytes(text.getvalue().encode())
    return path


def result_of(folder: Path, name: str) -> Result:
    """Return the stored result of a submission."""
    return from_json((folder / name / "result.json").read_bytes())


def test_sheet_has_people_and_findings(marks: Path) -> None:
    """Each submission has a row: members of a group share it, each part has columns, findings are grouped by rule."""
    rows = cells(sheet.sheet_bytes(sheet.make_sheet(marks), ".csv"))
    assert [row["submission"] for row in rows] == ["0042", "1002", "1007"]
    assert (rows[2]["student id"], rows[2]["name"], rows[2]["group"]) == (
        "1007; 1008",
        "Gil Santos; Hana Berg",
        "g1",
    )
    assert rows[2]["login"] == "gil;' =hana"
    assert {"Style (of 4)", "Style: comment", "Style: findings", "Tests (of 2)", "files"} <= set(
        rows[0]
    )
    assert rows[1]["Style: findings"].startswith("7 leftovers (a1.py:3, a1.py:3")
    assert rows[0]["Style: findings"] == ""


@pytest.mark.slow
def test_command_prints_the_written_path(
    marks: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A sheet that is printed needs no message."""
    assert (
        cli.main(["report", str(marks), "--for", "sheet", "--out", str(tmp_path / "sheet.csv")])
        == 0
    )
    assert (
        capsys.readouterr().err
        == f"grader: sheet (3 submissions) written to {tmp_path / 'sheet.csv'}\n"
    )
    assert cli.main(["report", str(marks), "--for", "sheet"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.slow
def test_changes_of_the_last_run_stay_on_the_page(marks: Path) -> None:
    """Taking a sheet rewrites the page of the class, including the parts that only grading knows."""
    entries = up_to_date.read(marks)
    rows = [entry.row for entry in entries]
    change = ResultChange(
        "0042", Fraction(5, 3), None, (CheckChange("a.b", "", None, Verdict.PASSED),)
    )
    change_state(
        marks,
        changes=(change,),
        same_files=(SameFile(("a1.py",), ("0042", "1007")),),
    )
    (marks / class_folder.PAGE).touch()
    sheet.apply_sheet(marks, filled(marks, {("0042", "Style (of 4)"): "3"}))
    page = (marks / class_folder.PAGE).read_text()
    assert "Changed since the last run (1)" in page and "Identical files (" in page
    assert rewriting.summary_of(marks, rows, "A1", decisions.read_record(marks)).changes == (
        change,
    )


@pytest.mark.slow
@pytest.mark.parametrize("delimiter", [",", ";"])
def test_marks_and_comments_are_everywhere(
    marks: Path, delimiter: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """They are in the result, the reports, the gradebook, Canvas' table, and the next sheet."""
    path = filled(
        marks,
        {
            ("0042", "Style (of 4)"): "3,50",
            ("0042", "Style: comment"): "Good\n=1+1",
            ("0042", "Tests (of 2)"): "0",
            ("1007", "Style (of 4)"): "4",
        },
        delimiter,
    )
    assert cli.main(["decide", str(marks), "--sheet", str(path)]) == 0
    said = capsys.readouterr().err
    assert "3 new, 0 changed" in said and "2 of 3 not marked yet by a tutor: '1002', '1007'" in said
    found = result_of(marks, "0042")
    assert [(part.marks, part.comment) for part in found.manual] == [
        (Fraction(7, 2), "Good\n=1+1"),
        (0, ""),
    ]
    assert whole(found) == (Fraction(19, 2), 12)
    assert whole(result_of(marks, "1007")) is None
    assert "=1+1" in (marks / "0042" / "report.txt").read_text()
    book = cells((marks / class_folder.BOOK).read_bytes())
    assert [row["whole mark"] for row in book] == ["9.5", "", "", ""]
    assert [row["Style (names, structure) (4)"] for row in book] == ["3.5", "", "4", "4"]
    assert [row["tutorial"] for row in book] == ["T1", "T2", "T2", "T2"]
    assert cli.main(["report", str(marks), "--format", "canvas", "--column", "A1"]) == 0
    assert [row["A1"] for row in cells(capsys.readouterr().out.encode())] == [
        "12",
        "9.5",
        "",
        "",
        "",
    ]
    again = cells(sheet.sheet_bytes(sheet.make_sheet(marks), ".csv"))
    assert (again[0]["Style (of 4)"], again[0]["Style: comment"]) == ("3.5", "Good\n=1+1")


@pytest.mark.parametrize(
    ("title", "cell", "said"),
    [
        ("Style (of 4)", "4.5", "more than the maximum, 4"),
        ("Style (of 4)", "-1", "is negative"),
        ("Style (of 4)", "good", "is not a number of marks"),
        ("Style (of 4)", "1.125", "at most two decimals"),
        ("submission", "1002x", "no submission '1002x' in this class; is it '1002'?"),
        ("submission", "0042", "already on line 2"),
        ("name", "Gil Santos", "sorted separately"),
        ("Style: comment", "x" * 4001, "4,001 characters"),
    ],
    ids=lambda part: part[:30],
)
def test_wrong_cell_is_reported_and_nothing_is_applied(
    marks: Path, title: str, cell: str, said: str
) -> None:
    """The message has the line. The rest of the sheet is right, and is not applied."""
    path = filled(marks, {("0042", "Style (of 4)"): "3", ("1002", title): cell})
    with pytest.raises(GraderError, match="nothing was changed") as error:
        sheet.apply_sheet(marks, path)
    assert said in str(error.value) and "line 3" in str(error.value)
    assert not (marks / decisions_file.FILE).exists() and result_of(marks, "0042").manual == PARTS


@pytest.mark.slow
def test_findings_of_many_rules_are_cut_with_their_number(marks: Path) -> None:
    """A submission chooses its files' names, and a taken-over linter the names of rules."""
    found = [
        Finding(f"rule-{rule:03}", "note", "x" * 1000 + ".py", line, "", "")
        for rule in range(400)
        for line in range(9)
    ]
    result_file = marks / "1002" / "result.json"
    result_file.write_bytes(
        to_json(msgspec.structs.replace(result_of(marks, "1002"), findings=tuple(found)))
    )
    (row,) = [
        row
        for row in cells(sheet.sheet_bytes(sheet.make_sheet(marks), ""))
        if row["submission"] == "1002"
    ]
    assert (
        row["Style: findings"].endswith("370 more rules") and len(row["Style: findings"]) < 30_000
    )


@pytest.mark.slow
def test_mistyped_heading_is_refused(marks: Path) -> None:
    """Marks below a mistyped heading would be lost. A tutor's own column is ignored, with a note."""
    path = filled(marks, {("0042", "Style (of 4)"): "3"})
    text = path.read_text()
    path.write_text(text.replace("Style (of 4)", "Stile (of 4)"))
    with pytest.raises(GraderError, match="is it 'Style"):
        sheet.apply_sheet(marks, path)
    path.write_text(text.replace("login", "my mood"))
    assert any("'my mood'" in note for note in sheet.apply_sheet(marks, path).notes)


@pytest.mark.slow
def test_empty_cell_deletes_no_mark(marks: Path) -> None:
    """Two tutors may each fill a copy. A dash deletes a mark. An id may lack the zeros that a spreadsheet removed."""
    first, second = (
        {("0042", "Style (of 4)"): "3"},
        {("1002", "Style (of 4)"): "2", ("0042", "submission"): "42"},
    )
    other = filled(marks, second).read_bytes()
    sheet.apply_sheet(marks, filled(marks, first))
    (marks / "other.csv").write_bytes(other)
    assert sheet.apply_sheet(marks, marks / "other.csv").new == 1
    assert [result_of(marks, name).manual[0].marks for name in ("0042", "1002")] == [3, 2]
    taken = sheet.apply_sheet(
        marks, filled(marks, {("0042", "Style (of 4)"): "-", ("1002", "Style (of 4)"): "1"})
    )
    assert (taken.removed, len(taken.changed)) == (1, 1)
    assert [result_of(marks, name).manual[0].marks for name in ("0042", "1002")] == [None, 1]


@pytest.mark.slow
def test_sheet_is_written_and_read_while_an_answer_waits(marks: Path) -> None:
    """The answer is for the next grading; tutors mark the others until then."""
    let_an_answer_wait(marks)
    sheet.apply_sheet(marks, filled(marks, {("0042", "Style (of 4)"): "3"}))
    assert result_of(marks, "0042").manual[0].marks == 3


def test_workbook_works_like_a_csv_sheet(marks: Path) -> None:
    """Numbers are numbers there, and no text is a formula."""
    openpyxl = pytest.importorskip("openpyxl")
    sheet.apply_sheet(marks, filled(marks, {("0042", "Style: comment"): "=1+1"}))
    path = marks / "sheet.xlsx"
    path.write_bytes(sheet.sheet_bytes(sheet.make_sheet(marks), ".xlsx"))
    book = openpyxl.load_workbook(path)
    page = book.active
    titles = [cell.value for cell in page[1]]
    assert page.cell(2, titles.index("Style: comment") + 1).data_type != "f"
    assert page.cell(2, 1).value == "0042"
    page.cell(2, titles.index("Style (of 4)") + 1).value = 2.5
    book.save(path)
    assert sheet.apply_sheet(marks, path).new == 1
    assert result_of(marks, "0042").manual[0] == ManualPart(
        STYLE, Fraction(4), Fraction(5, 2), "=1+1"
    )


def test_marks_are_merged_into_a_new_result() -> None:
    """The stored marks decide: a repetition changes nothing, deleted marks go, and changed files are flagged."""
    kept = TutorMarks([TutorMark("ada", STYLE, "3", "well", "f1"), TutorMark("ada", "gone", "9")])
    fresh = one("ada", flags=flagged("look"))
    marked = kept.applied(fresh, "f1")
    assert marked.manual[0] == ManualPart(
        STYLE, Fraction(4), Fraction(3), "well"
    ) and marked.flags == flagged("look")
    assert kept.applied(marked, "f1") == marked
    stale = kept.applied(marked, "f2")
    assert (
        stale.flags == (*flagged("look"), Flag(FlagCode.HANDED_IN_AGAIN, {"parts": [STYLE]}))
        and kept.applied(stale, "f1") == marked
    )
    assert TutorMarks().applied(stale) == fresh
    assert from_json(to_json(marked)) == marked


class Instantly(NothingRuns):
    """Everything has been graded, with the same files as before."""

    def graded(self, delivery: SubmissionSource) -> GradedSubmission:
        """Return the same result for each."""
        return GradedSubmission(delivery, DeliveryState.GRADED, one(delivery.name), digest="f" * 8)


@pytest.mark.slow
def test_regrade_keeps_tutors_marks_and_decisions(
    marks: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """New results and the gradebook get tutors' marks and decisions."""
    sheet.apply_sheet(
        marks, filled(marks, {("0042", "Style (of 4)"): "3", ("0042", "Tests (of 2)"): "1"})
    )
    decision = '[[decision]]\nsubmission = "0042"\ncheck = "a.b"\nmarks = 4\nby = "R"\non = 2024-05-02\nwhy = "copied"\n'
    with (marks / decisions_file.FILE).open("a") as stream:
        stream.write(decision)
    monkeypatch.setattr(classrun, "Batch", Instantly)
    assignment = load_assignment("csc148_2020_blocky")  # the assignment of these results
    plan = classrun.Plan(assignment, Settings(assignment.id), marks, 1, use_store=False, web=False)
    deliveries = Deliveries(tuple(delivery(name) for name in ("0042", "1002")))
    classrun.grade_class(plan, deliveries, Console(file=io.StringIO()), Console(file=io.StringIO()))
    assert whole(result_of(marks, "0042")) == (8, 12)
    book = cells((marks / class_folder.BOOK).read_bytes())
    assert [(row["total"], row["adjustments"], row["whole mark"]) for row in book] == [
        ("4", "-2", "8"),
        ("6", "0", ""),
    ]


def test_rewritten_pages_keep_lines_of_code(tmp_path: Path) -> None:
    """The files of a submission are stored beside the result, and deleted with it."""
    found, source = (
        one("ada", findings=FOUND[:1]),
        {"a1.py": b"a = 1\nb = 2\nprint('left')\n", "b.py": b"other"},
    )
    report_style = ReportStyle("Connect 4")
    target = report_folder.write(tmp_path, found, (), report_style, Audience.STAFF, sources=source)
    before = (target / report_folder.STAFF_PAGE).read_bytes()
    assert "other" in (target / report_folder.CODE).read_text()  # a tutor may comment on it
    report_folder.rewrite(tmp_path, found, report_style)
    assert (target / report_folder.STAFF_PAGE).read_bytes() == before and b"left" in before
    report_folder.write(tmp_path, one("ada"), (), report_style, Audience.STAFF)
    assert not (target / report_folder.CODE).exists()


# Comments, and the desk.


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    """The folder of a class whose assignment has no part for tutors."""
    return classroom(tmp_path / "plain", ("0042", "1002"), manual=())


@pytest.mark.slow
def test_everybody_has_a_comment_in_every_assignment(
    plain: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a part for tutors, the sheet has one column to fill in. Lines of a file may be named."""
    assert [*cells(sheet.sheet_bytes(sheet.make_sheet(plain), ".csv"))[0]][-3:] == [
        "comment",
        "files",
        "as written",
    ]
    text = "Well done.\ngame.py:9: Why **7**?\nmain.py:1-3: Put this into a function."
    path = filled(plain, {("0042", "comment"): text})
    assert cli.main(["decide", str(plain), "--sheet", str(path)]) == 0
    assert "comments: 1 new or changed" in capsys.readouterr().err
    assert result_of(plain, "0042").comments == (
        Comment("Well done."),
        Comment("Why **7**?", "game.py", 9, 9),
        Comment("Put this into a function.", "main.py", 1, 3),
    )
    assert cells(sheet.sheet_bytes(sheet.make_sheet(plain), ""))[0]["comment"] == text
    assert "<strong>7</strong>" in (plain / "0042" / "staff-report.html").read_text()
    sheet.apply_sheet(plain, filled(plain, {("0042", "comment"): "-"}))
    assert result_of(plain, "0042").comments == ()


def test_comment_on_a_mistyped_file_is_refused(plain: Path) -> None:
    with pytest.raises(
        GraderError, match=r"line 2: '0042', 'comment': there is no file 'gane.py'.*is it 'game.py'"
    ):
        sheet.apply_sheet(plain, filled(plain, {("0042", "comment"): "gane.py:9: x"}))


def test_comment_beyond_the_end_of_a_file_is_refused(plain: Path) -> None:
    with pytest.raises(
        GraderError, match=r"line 2: '0042', 'comment': 'game.py' ends at line \d+$"
    ):
        sheet.apply_sheet(plain, filled(plain, {("0042", "comment"): "game.py:99999: x"}))


def at_the_desk(folder: Path, *changes: TutorsChange) -> None:
    """Make a tutor's changes of the first submission."""
    for change in changes:
        change_marking(
            folder, "0042", change, Author("Ann"), {STYLE: Fraction(4), TESTS: Fraction(2)}
        )


@pytest.mark.slow
def test_old_sheet_undoes_nothing_of_the_desk(marks: Path) -> None:
    """A cell that its tutor left alone changes nothing, even if the desk has changed it since."""
    at_the_desk(marks, SetMarks(STYLE, "", "2"), SetComment("c1", None, CommentText("First.")))
    path = filled(marks, {("0042", "Tests (of 2)"): "1"})
    at_the_desk(
        marks,
        SetMarks(STYLE, "2", "3"),
        SetComment("c1", CommentText("First."), CommentText("Second.")),
    )
    sheet.apply_sheet(marks, path)
    assert [part.marks for part in result_of(marks, "0042").manual] == [3, 1]
    assert result_of(marks, "0042").comments == (Comment("Second."),)


@pytest.mark.slow
def test_sheet_and_desk_that_changed_one_cell_conflict(marks: Path) -> None:
    """Both values are shown, and nothing of the sheet is applied."""
    path = filled(
        marks, {("0042", "Style: comment"): "Of the sheet.", ("1002", "Style (of 4)"): "1"}
    )
    at_the_desk(marks, SetRemark(STYLE, "", "Of the desk."))
    with pytest.raises(
        GraderError, match=r"it is 'Of the desk\.' now, and the sheet has 'Of the sheet\.'"
    ):
        sheet.apply_sheet(marks, path)
    assert tutors.read(marks).of("1002") == {}
    sheet.apply_sheet(marks, filled(marks, {("0042", "Style: comment"): "Of both."}))
    assert result_of(marks, "0042").manual[0].comment == "Of both."


@pytest.mark.slow
def test_marks_of_a_sheet_are_by_the_sheet(marks: Path) -> None:
    """A file's name alone looked like a tutor's at the desk: "typed by filled"."""
    sheet.apply_sheet(marks, filled(marks, {("0042", "Style (of 4)"): "3"}))
    assert decisions_file.read(marks).marking("0042").mark(STYLE).by == "the sheet filled.csv"


@pytest.mark.slow
def test_marks_by_items_stay_by_items(marks: Path) -> None:
    """The sheet shows them. A sheet that comes back with them unchanged does not fix them."""
    item = ItemTable("names", "Names", STYLE, "-1")
    change_rubric(marks, SetEntry("names", None, item), {STYLE: Fraction(4)})
    at_the_desk(marks, Give("names", True))
    path = filled(marks, {("0042", "Tests (of 2)"): "1"})
    assert cells(path.read_bytes())[0]["Style (of 4)"] == "3"
    assert sheet.apply_sheet(marks, path).new == 1
    change_rubric(
        marks,
        SetEntry("names", item, ItemTable("names", "Names", STYLE, "-2")),
        {STYLE: Fraction(4)},
    )
    remarking.bring_in(marks)
    assert [part.marks for part in result_of(marks, "0042").manual] == [2, 1]
    with pytest.raises(GraderError, match="items gave this mark"):
        sheet.apply_sheet(marks, filled(marks, {("0042", "Style (of 4)"): "-"}))
