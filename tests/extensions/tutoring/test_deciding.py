"""`grader decide`: it shows whom a decision changes, adds it to the file, and applies it everywhere."""

from __future__ import annotations

import datetime
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from graders.extensions.tutoring import deciding
from graders.harness import cli
from graders.harness.course.marks import decisions, decisions_file, rewriting, up_to_date
from graders.harness.course.marks.decisions_file import DecisionEntry
from graders.harness.course.pages import class_file, class_folder
from graders.harness.course.pages.gradebook import GradebookRow, GradingState
from graders.harness.diagnosis import FaultGroup
from graders.harness.errors import GraderError
from graders.harness.result import (
    Adjustment,
    Flag,
    FlagCode,
    Result,
    Verdict,
    from_json,
    to_json,
    total,
)
from tests.course.graded import change_state, gradebook_of, graded
from tests.reports.paper import check, flags, result

ROSTER = """student id,login,name,group,tutorial
0042,ada,Ada Wong,,T1
1002,ben,Ben Okafor,,T2
1007,gil,Gil Santos,g1,T2
1008,hana,Hana Berg,g1,T2
"""
BY = ["--by", "R. Tutor", "--on", "2024-05-02"]
WHY = ["--why", "the forum allowed it"]
WRITTEN = "# Our own file.\n\n[[comment]] # by hand\nsubmission = '0042'\ntext = 'Well done.'\nby = 'R.'\non = 2024-05-01\n"


def one(name: str, verdict: Verdict, late: int = 0) -> Result:
    """Return a result in which one check ended so."""
    changes = (Adjustment("late", Fraction(-late), "late"),) if late else ()
    found = result(
        check("block.a", verdict=verdict, marks=3),
        check("block.b", marks=2),
        check("goal.c", verdict=Verdict.PASSED, marks=2),
        adjustments=changes,
        flags=flags("it prints the time"),
    )
    return msgspec.structs.replace(found, submission=name)


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    """The folder of a class of four people with three submissions."""
    results = {
        "0042": one("0042", Verdict.PASSED), "1002": one("1002", Verdict.FAILED, 1), "1007": one("1007", Verdict.TIMEOUT),
    }  # fmt: skip
    folder = graded(tmp_path, ROSTER, results)
    groups = (
        FaultGroup("the last move, not the best", ("1002", "1007"), ("last-move",)),
        FaultGroup("block.b", ("0042", "1007")),
    )
    change_state(folder, digests=dict.fromkeys(results, "f" * 8), groups=groups)
    (folder / decisions_file.FILE).write_text(WRITTEN)
    return folder


def decide(folder: Path, *words: str) -> int:
    return cli.main(["decide", str(folder), *words])


def totals(folder: Path) -> dict[str, Fraction]:
    """Return the total of each submission, by its result."""
    return {
        path.parent.name: total(from_json(path.read_bytes()))
        for path in folder.glob("*/result.json")
    }


@pytest.mark.slow
def test_all_who_failed_a_check_get_its_marks(
    marks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The list shows who, from what to what, and why; the file, the results and the gradebook follow."""
    words = ["--failed", "block.a", "--waive", *BY, *WHY]
    assert decide(marks, *words) == 0
    shown = capsys.readouterr()
    lines = [line.split() for line in shown.out.splitlines()]
    assert [line[:3] for line in lines if line[:1] in (["ben"], ["gil"], ["hana"])] == [
        ["ben", "1", "4"],
        ["gil", "2", "5"],
        ["hana", "2", "5"],
    ]
    assert "4 of 4 reports change" in shown.out
    assert "decision on block.a: none, now 3" in shown.out and "nothing was changed" in shown.err
    assert (marks / decisions_file.FILE).read_text() == WRITTEN and totals(marks) == {
        "0042": 5,
        "1002": 1,
        "1007": 2,
    }
    assert decide(marks, *words, "--yes") == 0
    assert totals(marks) == {"0042": 5, "1002": 4, "1007": 5}
    text = (marks / decisions_file.FILE).read_text()
    assert text.startswith(WRITTEN)
    assert text.removeprefix(WRITTEN) == (
        '\n[[decision]]\nfailed = "block.a"\nby = "R. Tutor"\non = 2024-05-02\ncheck = "block.a"\nwhy = "the forum allowed it"\n'
    )
    book = gradebook_of(marks)
    assert [line[book.heading.index("total")] for line in book.lines] == ["5", "4", "5", "5"]
    assert [line[book.heading.index("tutorial")] for line in book.lines] == ["T1", "T2", "T2", "T2"]
    assert [line[book.heading.index("on roster")] for line in book.lines] == ["yes"] * 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "after"),
    [
        (["ben", "--waive", "late", *WHY], {"1002": 2}),
        (
            ["ben", "0042", "--set", "block.b=1.5", *WHY],
            {"1002": Fraction(5, 2), "0042": Fraction(13, 2)},
        ),
        (["hana", "--set", "block.a=1", *WHY], {"1007": 3}),
        (["--group", "last-move", "--set", "block.b=2", *WHY], {"1002": 3, "1007": 4}),
        (["--group", "not the best", "--waive", "block.b", *WHY], {"1002": 3, "1007": 4}),
        (["--group", "2", "--waive", "block.b", *WHY], {"0042": 7, "1007": 4}),
        (["*", "--waive", "block.b", *WHY], {"0042": 7, "1002": 3, "1007": 4}),
        (["--group", "1", "--comment", "Look at page 3."], {}),
    ],
)
def test_decision_is_for_those_that_are_named(
    marks: Path, words: list[str], after: dict[str, Fraction]
) -> None:
    """By login, id or folder; by a group's fault, sentence or number. A group of the roster is one submission."""
    before = totals(marks)
    assert decide(marks, *words, *BY, "--yes") == 0
    assert totals(marks) == {**before, **after}


@pytest.mark.slow
def test_last_decision_on_a_check_counts(marks: Path) -> None:
    """A typing error is corrected by the same command."""
    for number in ("2", "1.5"):
        assert decide(marks, "ben", "--set", f"block.a={number}", *BY, *WHY, "--yes") == 0
    assert totals(marks)["1002"] == Fraction(5, 2)
    assert (marks / decisions_file.FILE).read_text().count("[[decision]]") == 2


@pytest.mark.slow
def test_comment_for_a_group_is_in_each_report(marks: Path) -> None:
    """The file says which group was meant."""
    assert decide(marks, "--group", "1", "--comment", "Look at page 3.", *BY, "--yes") == 0
    reports = {path.parent.name: path.read_text() for path in marks.glob("*/report.txt")}
    assert {name for name, text in reports.items() if "Look at page 3." in text} == {"1002", "1007"}
    assert "# the group: the last move, not the best" in (marks / decisions_file.FILE).read_text()


def report(folder: Path) -> str:
    return (folder / "1002" / "report.txt").read_text()


@pytest.mark.slow
def test_request_is_listed_and_answered(marks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    question = ["ben", "--question", "Why?", "--about", "block.a", *BY, "--yes"]
    assert decide(marks, *question) == 0
    assert (
        "1002: needs review: a regrade request waits for an answer: Why?" in capsys.readouterr().out
    )
    assert decide(marks, *question, "--answer", "Page 3 says so.") == 0
    assert "1002: no longer needs review: a regrade request waits" in capsys.readouterr().out
    assert decide(marks) == 0
    listed = capsys.readouterr().out
    assert "Page 3 says so." in listed and "Well done." in listed
    assert listed.count("Why?") == 1 and "no answer yet" not in listed
    assert "Question: Why?\n│ Answer: Page 3 says so." in report(marks)


@pytest.mark.slow
def test_one_answer_is_for_all_who_asked_about_a_check(
    marks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In their own words; what is about another check, private or answered stays as it is."""
    asked = [
        ("ben", "block.a", "Why?"),
        ("gil", "block.a", "How so?"),
        ("ben", "block.b", "And this?"),
    ]
    text = "".join(
        f"[[request]]\nsubmission='{who}'\ncheck='{check}'\nquestion='{question}'\n"
        "by='R.'\non=2024-05-01\nvisible=" + str(who != "gil").lower() + "\n"
        for who, check, question in asked
    )
    (marks / decisions_file.FILE).write_text(text)
    answer = ["--about", "block.a", "--answer", "The check was wrong.", *BY]
    assert decide(marks, *answer, "--yes") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(": no longer")[0] for line in lines[:2]] == ["1002", "1007"]
    assert "Question: Why?\n│ Answer: The check was wrong." in report(marks)
    assert not (marks / "1007" / "report.txt").exists()
    assert decide(marks, *answer) == 2
    assert "no regrade request about block.a waits" in capsys.readouterr().err
    assert decide(marks, "ben", "--about", "block.b", "--answer", "Yes.", *BY) == 0


@pytest.mark.slow
def test_seen_reason_leaves_the_class_page_and_stays_in_the_gradebook(
    marks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert decide(marks, "ben", "hana", "--seen", "it prints*", *BY, *WHY, "--yes") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == [
        f"{name}: no longer needs review: it prints the time" for name in ("1002", "1007")
    ]
    rows = [entry.row for entry in up_to_date.read(marks)]
    summary = rewriting.summary_of(marks, rows, "A1", decisions.read_record(marks))
    assert {one.submission for one in summary.attention if "it prints the time" in one.reasons} == {
        "0042"
    }
    assert (marks / class_folder.BOOK).read_text().count("it prints the time") == 4


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["ade", "--waive", "block.a", *WHY], "there is no submission of ade"),
        (["ben", "--waive", "block.z", *WHY], "did you mean block.b"),
        (["ben", "--waive", "block", *WHY], "fits 2 of them"),
        (["ben", "--waive", "lat", *WHY], "did you mean late"),
        (["ben", "--waive", *WHY], "say what is waived"),
        (["ben", "--waive", "late"], "--why TEXT"),
        (["ben", "--seen", "it prints*"], "--why TEXT"),
        (["ben", "--answer", "b", *WHY], "--answer needs --question TEXT"),
        (["ben", "--private"], "--private needs --question"),
        (["ben", "--waive", "late", "--about", "block.a", *WHY], "--about needs"),
        (["ben", "--waive", "style", *WHY], "the rules that change marks in this class: late)"),
        (["--waive", "late", *WHY], "say for whom"),
        (["ben", "--failed", "block.a", "--waive", *WHY], "say for whom, in one way"),
        (["ben", "--set", "late", *WHY], "ABOUT=MARKS"),
        (["ben", "--set", "late=3", *WHY], "0 or less"),
        (["ben", "--set", "block.a=nan", *WHY], "number of marks"),
        (["ben", "--set", "block.a=5", *WHY], "block.a is worth 3 marks, not 5; --waive block.a"),
        (["ben", "--waive", "late", "--comment", "x", *WHY], "give one of"),
        (
            ["--group", "no such", "--waive", "late", *WHY],
            r"is no group of this class\n  1. the last move",
        ),
        (["--group", "b", "--waive", "late", *WHY], "fits several groups"),
        (["ben"], "say what to decide: one of --waive, --set"),
        (WHY, "say what to decide"),
    ],
)
def test_wrong_command_changes_nothing(
    marks: Path, words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Near misses are suggested, never meant."""
    assert decide(marks, *words, *BY, "--yes") == 2
    assert said.replace("\\n", "\n") in capsys.readouterr().err
    assert (marks / decisions_file.FILE).read_text() == WRITTEN


def test_waived_lateness_without_a_late_policy_is_named(tmp_path: Path) -> None:
    """No check is meant, so none is suggested."""
    folder = graded(tmp_path, ROSTER, {"0042": one("0042", Verdict.PASSED)})
    with pytest.raises(
        GraderError,
        match=r"^lateness changes nobody's marks in this class \(it has no late policy\?\)$",
    ):
        deciding.Class(folder).about("late")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "warned"),
    [
        (["ben", "--seen", "nothing*", *WHY], ["no reason of Needs review fits 'nothing*' now"]),
        (["fay", "--comment", "Hand in again."], ["1010 has no report"]),
        (["fay", "ben", "--comment", "Hand in again."], ["1010 has no report"]),
        (["ben", "--comment", "Look again."], []),
        (["fay", "--seen", "it is dam*", *WHY], []),
    ],
)
def test_entry_without_effect_is_warned_of(
    marks: Path, words: list[str], warned: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """It matches nothing, or the submission has no report. It is written, because this may change."""
    fay = GradebookRow(
        student_id="1010",
        name="",
        group="",
        submission="1010",
        state=GradingState.UNREADABLE,
        flags=("it is damaged",),
        cells=("1010", "fay", "", "", ""),
    )
    change_state(marks, rows=(*class_file.read(marks).rows, fay))
    assert decide(marks, *words, *BY, "--dry-run") == 0
    lines = capsys.readouterr().err.splitlines()[:-1]
    assert len(lines) == len(warned) and all(map(str.__contains__, lines, warned))


def test_folder_without_a_class_is_no_class_without_decisions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A slip in its name must not look like nothing decided."""
    assert decide(tmp_path / "nowhere") == 2
    shown = capsys.readouterr()
    assert not shown.out and "a class is a folder that" in shown.err


@pytest.mark.parametrize("check_id", ["block.a", "goal.c"])
def test_waiver_for_everybody_names_those_without_code(
    tmp_path: Path, check_id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """They gain its marks, too; nobody is named for a check that they passed."""
    results = {"0042": one("0042", Verdict.MISSING), "1002": one("1002", Verdict.FAILED)}
    folder = graded(tmp_path, ROSTER, results)
    assert decide(folder, "*", "--waive", check_id, *WHY, *BY, "--dry-run") == 0
    told = "1 submission without the code that block.a checks" in capsys.readouterr().err
    assert told is (check_id == "block.a")


def test_waiver_for_everybody_says_whom_it_leaves_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One who handed in an empty file. What is there, though nothing passed, gains its marks."""
    nothing = result(check("block.a", verdict=Verdict.FAILED))
    results = {
        "0042": msgspec.structs.replace(
            nothing, submission="0042", flags=(Flag(FlagCode.EMPTY_FILE, {"file": "a.py"}),)
        ),
        "1002": msgspec.structs.replace(nothing, submission="1002"),
    }
    folder = graded(tmp_path, ROSTER, results)
    assert decide(folder, "*", "--waive", "block.a", *WHY, *BY, "--dry-run") == 0
    said = capsys.readouterr().err
    assert "1 empty submission left out, which you may name: '0042'" in said
    assert "with no check passed, would gain marks, too: '1002'" in said


@pytest.mark.slow
def test_decision_that_changes_nothing_shows_its_reason_for_review(
    marks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Somebody else was late."""
    (marks / decisions_file.FILE).unlink()
    assert decide(marks, "ada", "--waive", "late", *BY, *WHY, "--dry-run") == 0
    (line, *_) = capsys.readouterr().out.splitlines()
    assert line.startswith("0042: needs review: look again at a decision: late")


@pytest.mark.slow
def test_everybody_includes_those_who_are_named_too(marks: Path) -> None:
    assert decide(marks, "*", "ben", "--waive", "block.b", *BY, *WHY, "--yes") == 0
    assert totals(marks) == {"0042": 7, "1002": 3, "1007": 4}


def test_date_is_refused_with_an_example(marks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        decide(marks, "ben", "--waive", "late", *WHY, "--by", "R.", "--on", "yesterday")
    assert "must be a date such as 2024-05-02, not 'yesterday'" in capsys.readouterr().err


def test_decision_needs_its_author(marks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert decide(marks, "ben", "--waive", "late", *WHY, "--yes") == 2
    assert "--by NAME" in capsys.readouterr().err


@pytest.mark.slow
def test_text_is_added_to_what_another_person_added_meanwhile(marks: Path) -> None:
    room = deciding.Class(marks)
    entry = DecisionEntry(
        submission="ben", adjustment="late", by="R.", on=datetime.date(2024, 5, 2), why="so"
    )
    preview = room.preview(entry)
    (marks / decisions_file.FILE).write_text(WRITTEN + "# another line, without its end")
    deciding.write(preview)
    text = (marks / decisions_file.FILE).read_text()
    assert text.startswith(f"{WRITTEN}# another line, without its end\n\n[[decision]]\n")
    assert totals(marks)["1002"] == 2


@pytest.mark.slow
def test_static_array_is_refused_before_anything_is_written(marks: Path) -> None:
    """TOML cannot add a table to it."""
    (marks / decisions_file.FILE).write_text("decision = []\n")
    entry = DecisionEntry(
        submission="ben", adjustment="late", by="R.", on=datetime.date(2024, 5, 2), why="so"
    )
    with pytest.raises(GraderError, match=decisions_file.FILE):
        deciding.Class(marks).preview(entry)
    assert (marks / decisions_file.FILE).read_text() == "decision = []\n"


@pytest.mark.slow
def test_results_are_those_of_a_file_written_by_hand(marks: Path) -> None:
    """The command and the file are one."""
    assert decide(marks, "ben", "--waive", "late", *BY, *WHY, "--yes") == 0
    found = from_json((marks / "1002" / "result.json").read_bytes())
    (again,) = decisions.read(marks).applied([found], "f" * 8)
    assert to_json(again) == to_json(found)
