"""Students' report after ``check.py``: unwritten functions, changes since the last run, and the sum at the end."""

from __future__ import annotations

import io
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from graders.harness.assignment.check import CheckSpec
from graders.harness.assignment.manifest import Assignment, load_assignment
from graders.harness.errors import GraderError
from graders.harness.handout.beside_lines import commands_for_github
from graders.harness.handout.checkup import UNCLEAR, Changes, Checkup, StudentFunction
from graders.harness.handout.checkup_report import CheckupPart, render
from graders.harness.handout.last_run import LastRun
from graders.harness.handout.to_hand_in import ToHandIn
from graders.harness.handout.unwritten import (
    checkup_of,
    of_another,
    to_write,
    unwritten,
    written,
)
from graders.harness.intake import Submission
from graders.harness.replay.recording import Listed, chosen
from graders.harness.reports.audience import Audience, redact
from graders.harness.reports.report_style import ReportStyle
from graders.harness.result import (
    STILL_RUNNING,
    Cause,
    CauseKind,
    Finding,
    Result,
    Text,
    Verdict,
    Visibility,
)
from tests.nightly import IDS
from tests.reports.paper import check, result

BLOCKY = "csc148_2020_blocky"


def report(
    found: Result,
    checkup: Checkup,
    *,
    all_checks: bool = False,
    part: CheckupPart = CheckupPart.ALL,
) -> list[str]:
    """Return the lines of a report, or of a part of it, 80 columns wide."""
    out = io.StringIO()
    console = Console(file=out, width=80, color_system=None)
    seen = redact(found, Audience.STUDENT)
    style = ReportStyle("Leap years")
    render(seen, checkup, style, console=console, all_checks=all_checks, part=part)
    return [line.rstrip() for line in out.getvalue().splitlines()]


def handed_in(assignment: Assignment, folder: Path) -> dict[str, bytes]:
    """Return the files of *folder* that a submission would contain."""
    return {
        name: (folder / name).read_bytes()
        for name in assignment.files.solved
        if (folder / name).is_file()
    }


# Unwritten functions.


@pytest.mark.parametrize("id", IDS)
def test_starter_is_unwritten_and_reference_is_written(id: str) -> None:
    """Every function to write is unwritten in the starter, and none in the reference."""
    assignment = load_assignment(id)
    starter = unwritten(assignment, handed_in(assignment, assignment.starter), [])
    assert starter and sorted(map(str, starter)) == sorted(map(str, to_write(assignment)))
    assert unwritten(assignment, handed_in(assignment, assignment.reference), []) == []
    assert not written(assignment, handed_in(assignment, assignment.starter))
    assert {one.bare for one in starter} <= written(
        assignment, handed_in(assignment, assignment.reference)
    )


def test_functions_to_write_are_in_the_order_of_the_handout() -> None:
    """Its tasks go from file to file. Of methods of one name, that of the right class is meant."""
    assignment = load_assignment(BLOCKY)
    files = handed_in(assignment, assignment.starter)
    missing = unwritten(assignment, files, [])
    names = [one.name for one in missing]
    assert names[:4] == [
        "_block_to_squares",
        "Block._update_children_positions",
        "Block.smash",
        "_get_block",
    ]
    assert names.index("BlobGoal.description") < names.index("generate_goals")
    assert names[-3:] == [
        "RandomPlayer.generate_move",
        "SmartPlayer.__init__",
        "SmartPlayer.generate_move",
    ]
    files["block.py"] = (assignment.reference / "block.py").read_bytes()
    assert unwritten(assignment, files, []) == [one for one in missing if one.file != "block.py"]


def test_order_of_the_handout_in_java_and_of_classes() -> None:
    """Headings name Java's methods. A handout that names no function leaves the order of the files."""
    java, blocky, columns = map(
        load_assignment, ("comp250_blocky", "csc148_2018_blocky", "ics32_columns")
    )
    last = [one.name for one in unwritten(java, handed_in(java, java.starter), [])][-3:]
    assert last == ["PerimeterGoal.score", "BlobGoal.undiscoveredBlobSize", "BlobGoal.score"]
    cause = Cause(CauseKind.NAME_MISSING, file="player.py", name="RandomPlayer")
    absent = [check("player.x", verdict=Verdict.MISSING, cause=cause)]
    names = [one.name for one in unwritten(blocky, handed_in(blocky, blocky.starter), absent)]
    assert names.index("Block.get_selected_block") < names.index("RandomPlayer")
    assert names.index("RandomPlayer") < names.index("Game.__init__") < names.index("Block.swap")
    assert unwritten(columns, handed_in(columns, columns.starter), []) == to_write(columns)


def test_missing_function_counts_as_unwritten() -> None:
    """If the starter lacks a function, the check that misses it names it."""
    assignment = load_assignment("csse7030_connect4")
    cause = Cause(CauseKind.NAME_MISSING, file="a1.py", name="check_win")
    absent = check("win.check", verdict=Verdict.MISSING, cause=cause)
    assert StudentFunction("a1.py", "check_win") in unwritten(
        assignment, {"a1.py": b"x = 1"}, [absent]
    )
    names = ("main", "check_win", "generate_initial_board")
    several = [
        check(f"{name}.x", cause=msgspec.structs.replace(cause, name=name)) for name in names
    ]
    found = [one.name for one in unwritten(assignment, {"a1.py": b"x = 1"}, several)]
    assert found == ["generate_initial_board", "check_win", "main"], "the order of the handout"


@pytest.mark.parametrize(
    ("assignment", "source", "is_other"),
    [
        ("csse7030_connect4", b"class Columns:\n    def tick(self):\n        pass\n", True),
        ("csse7030_connect4", b"def add_piece(board):\n    pass\n", False),
        ("csse7030_connect4", b"x = 1\n", False),
        ("ics32_columns", b"def my_own_name():\n    pass\n", False),
    ],
)
def test_program_of_another_assignment_is_asked_about(
    assignment: str, source: bytes, is_other: bool
) -> None:
    """Before, Next asked for the first function of thirty. Where names are free, nothing is asked."""
    ready = ToHandIn(Submission("a", {"a1.py": source}))
    found = checkup_of(load_assignment(assignment), ready, result()).remarks
    assert any("another assignment" in remark for remark in found) is is_other


@pytest.mark.parametrize(
    ("assignment", "files", "others"),
    [
        ("ics32_columns", ["a1.py", "notes.py"], ["Connect 4"]),
        ("ics32_columns", ["block.py", "goal.py", "player.py"], ["2020", "2018"]),
        ("ics32_columns", ["columns.py", "game.py"], []),
        ("csse7030_connect4", ["a1.py", "block.py", "goal.py"], []),
    ],
)
def test_files_named_like_those_of_another_assignment_are_asked_about(
    assignment: str, files: list[str], others: list[str]
) -> None:
    found = of_another(load_assignment(assignment), dict.fromkeys(files, b""))
    assert len(found) == len(others)
    assert all(any(other in reason for reason in found) for other in others)


@pytest.mark.parametrize(
    ("written", "handed_in_as"),
    [
        ("csc148_2018_blocky", "csc148_2020_blocky"),
        ("csc148_2020_blocky", "csc148_2018_blocky"),
        ("csc148_2020_blocky", "csc148_2020_blocky"),
        ("csc148_2018_blocky", "csc148_2018_blocky"),
    ],
)
def test_program_of_another_year_is_asked_about(written: str, handed_in_as: str) -> None:
    """Two years of an assignment have names of files, and some functions, in common."""
    solved = load_assignment(written)
    files = {path.name: path.read_bytes() for path in solved.reference.glob("*.py")}
    found = of_another(load_assignment(handed_in_as), files)
    assert [solved.manifest.title in reason for reason in found] == [True] * (
        written != handed_in_as
    )


@pytest.mark.parametrize("assignment", ["csc148_2018_blocky", "csc148_2020_blocky"])
def test_starter_is_no_program_of_another_assignment(assignment: str) -> None:
    untouched = load_assignment(assignment)
    files = {path.name: path.read_bytes() for path in untouched.starter.glob("*.py")}
    assert of_another(untouched, files) == ()


def test_new_comment_leaves_a_function_unwritten() -> None:
    """Nothing is listed for a file that does not parse: it is reported elsewhere."""
    assignment = load_assignment(BLOCKY)
    files = handed_in(assignment, assignment.starter)
    files["blocky.py"] = files["blocky.py"].replace(b"    return []", b"    # mine\n    return []")
    assert any(one.name == "_block_to_squares" for one in unwritten(assignment, files, []))
    files["blocky.py"] = b"def ("
    assert not any(one.file == "blocky.py" for one in unwritten(assignment, files, []))


# The report.

FUNCTIONS = (StudentFunction("leap.py", "is_leap"), StudentFunction("leap.py", "main"))


def test_report_on_the_starter_is_short() -> None:
    """Failures are only counted, and the sum comes just before the bar."""
    found = result(
        check("leap.years", marks=4, message="is_leap(4) is wrong."), check("leap.talk", marks=2)
    )
    lines = report(found, Checkup(unwritten=FUNCTIONS))
    assert lines[0] == "Leap years"
    assert "2 functions are not written yet" in lines
    assert "│ leap.py  is_leap, main" in lines
    assert "2 checks wait for functions that are not written yet. --all shows everything." in lines
    assert "is_leap(4) is wrong." not in "\n".join(lines)
    assert lines[-5:-3] == ["0 of 2 public checks passed", "0 of 6 marks of the public checks."]
    assert lines[-1] == "Next: write is_leap in leap.py."


def test_many_parts_without_marks_do_not_fill_the_screen() -> None:
    """They are listed once a function is written."""
    found = result(*(check(f"part{n}.x") for n in range(20)))
    begun = Checkup(unwritten=FUNCTIONS)
    assert len(report(found, begun)) <= 24
    assert any(
        line.startswith("Task part7") for line in report(found, Checkup(FUNCTIONS[1:], {"is_leap"}))
    )


def test_failure_of_a_written_function_is_shown() -> None:
    """Failures of unwritten functions wait, unless --all is given."""
    wrong = check(
        "leap.years", marks=4, title="is_leap knows centuries.", message="is_leap(1900) is wrong."
    )
    waits = check("leap.talk", marks=2, title="main asks again.", message="It prints nothing.")
    checkup = Checkup(unwritten=FUNCTIONS[1:], written={"is_leap"})
    short, long = (
        report(result(wrong, waits), checkup),
        report(result(wrong, waits), checkup, all_checks=True),
    )
    assert "│ is_leap(1900) is wrong." in short and "│ It prints nothing." not in short
    assert "1 function is not written yet" in short
    assert "│ It prints nothing." in long


def test_failures_of_written_functions_come_first() -> None:
    """Whole games have the most marks, but need all functions: they wait for the last one."""
    games = [check(f"game.{n}", marks=9, message=f"Game {n} ends early.") for n in range(4)]
    wrong = check(
        "leap.years", marks=1, title="is_leap knows centuries.", message="It returned True."
    )
    found = result(*games, wrong)
    lines = report(found, Checkup(FUNCTIONS[1:], {"is_leap"}))
    assert "│ It returned True." in lines and "│ Game 0 ends early." not in lines
    assert any(line.startswith("4 checks wait for functions") for line in lines)
    assert lines[-1] == "Next: fix is_leap."
    done = report(found, Checkup(written={"is_leap", "main"}))
    assert done.index("│ It returned True.") < done.index("│ Game 0 ends early.")
    assert UNCLEAR not in done and done[-1] == "Next: fix is_leap."


def test_games_are_shown_where_no_check_names_a_function() -> None:
    """With a remark, because they may need what is not written yet."""
    found = result(*(check(f"game.{n}", message=f"Game {n} ends early.") for n in range(2)))
    lines = report(found, Checkup(FUNCTIONS[1:], {"is_leap"}))
    assert "│ Game 0 ends early." in lines and lines.count(UNCLEAR) == 2


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("leap.py has no is_leap: is 'isLeap' meant?", "rename isLeap to is_leap"),
        (
            "'Year' object has no attribute 'is_leap' (is 'isLeap' meant?)",
            "rename isLeap to is_leap",
        ),
        (
            "'Year' object has no attribute 'is_leap' (is_leap (line 7) stands outside the class: indent it)",
            "indent is_leap (line 7): it stands outside its class",
        ),
    ],
)
def test_next_step_for_a_name_that_is_elsewhere(text: str, step: str) -> None:
    cause = Cause(CauseKind.NAME_MISSING, name=text)
    lost = check("leap.years", verdict=Verdict.MISSING, cause=cause)
    assert report(result(lost), Checkup(written={"isLeap"}))[-1] == f"Next: {step}."
    passed = check("leap.other", verdict=Verdict.PASSED, title="is_other(4) is right.")
    half = Checkup(FUNCTIONS[1:], {"isLeap", "is_other"})
    assert report(result(passed, lost), half)[-1] == f"Next: {step}.", "it waits for nothing"


@pytest.mark.parametrize(
    ("other", "step"),
    [("leap (1).py", "rename 'leap (1).py'"), ("src/leap.py", "move 'src/leap.py'")],
)
def test_other_version_of_an_untouched_file_is_the_first_thing_to_look_at(
    other: str, step: str
) -> None:
    """A browser saved the work as "leap (1).py" beside the starter's file, or it is in a folder."""
    checkup = Checkup(FUNCTIONS, unchanged={"leap.py"}, others={"leap.py": other})
    lines = " ".join(report(result(check("leap.years")), checkup))
    assert f"Next: {step} to leap.py, if it is yours: leap.py is the starter's." in lines
    mine = Checkup(FUNCTIONS, written={"f"}, others={"leap.py": other})
    assert other not in " ".join(report(result(check("leap.years")), mine))


def test_wrong_parameters_are_the_next_thing_to_fix() -> None:
    """Not the function that the first check is about: what it needs cannot be made."""
    cause = Cause(CauseKind.EXCEPTION, name="TypeError", detail="Year() takes no arguments")
    lost = check("leap.years", verdict=Verdict.RAISED, cause=cause)
    lines = report(result(lost), Checkup(written={"is_leap"}))
    assert lines[-1] == "Next: fix the parameters of Year.__init__."


def test_loop_at_the_top_of_a_file_is_one_card() -> None:
    """Programs run into it, too, and got a second card without the name of the file."""
    hung = Cause(CauseKind.CPU_LIMIT, file="leap.py", line=3, limit=10, loading="leap.py")
    loop = Text(STILL_RUNNING, "leap.py, line 3\n    while True:\n    ^^^^^^^^^^^")
    checks = [
        check(id, verdict=Verdict.TIMEOUT, cause=cause, exhibits=(loop,))
        for id, cause in (
            ("leap.years", hung),
            ("game.plays", Cause(CauseKind.CPU_LIMIT, limit=10)),
            ("game.ends", Cause(CauseKind.CPU_LIMIT, limit=10)),
        )
    ]
    lines = report(result(*checks), Checkup(written={"is_leap"}))
    assert sum(line.startswith("✗") for line in lines) == 1
    assert any("leap.py does not load (line 3)" in line for line in lines)
    assert "│ 3 checks could not run without this file:" in lines
    assert lines[-1] == "Next: fix leap.py, line 3."


def test_next_names_the_line_of_an_endless_loop() -> None:
    """Before, it named the check alone, which is about a whole game."""
    loop = Text(STILL_RUNNING, "leap.py, line 3\n    def f():\nleap.py, line 9\n    while True:")
    cause = Cause(CauseKind.CPU_LIMIT, limit=10)
    lost = check("game.plays", verdict=Verdict.TIMEOUT, cause=cause, exhibits=(loop,))
    lines = report(result(lost), Checkup(written={"is_leap"}))
    assert lines[-1] == "Next: fix what game.plays shows (leap.py, line 9)."
    several = result(*(msgspec.structs.replace(lost, id=f"game.{n}") for n in range(3)))
    lines = report(several, Checkup(written={"is_leap"}))
    assert lines[-1] == "Next: fix leap.py, line 9: 3 checks end there."


def test_next_says_what_several_checks_have_in_common() -> None:
    """Before, it named the first of them alone: the program has no module that can be run."""
    cause = Cause(CauseKind.NAME_MISSING, name="no module can be run.")
    lost = [check(f"game.{n}", verdict=Verdict.MISSING, cause=cause) for n in range(3)]
    lines = report(result(*lost), Checkup(written={"is_leap"}))
    assert lines[-1] == "Next: fix what 3 checks have in common: no module can be run."


def test_notebook_is_to_be_exported() -> None:
    """Renaming it would make no program of it."""
    cause = Cause(CauseKind.FILE_MISSING, file="leap.py", name="leap.ipynb")
    lost = check("leap.years", verdict=Verdict.MISSING, cause=cause)
    lines = report(result(lost), Checkup(written={"is_leap"}))
    assert lines[-1] == "Next: export the code of 'leap.ipynb' as leap.py."


def test_only_the_first_failures_are_shown_at_length() -> None:
    """The other failures are only named."""
    bad = [check(f"leap.c{n}", message=f"Wrong in {n}.") for n in range(5)]
    lines = report(result(*bad), Checkup())
    assert sum(line.startswith("│ Wrong in") for line in lines) == 3
    assert "2 more checks did not pass: leap.c3, leap.c4. --all shows everything." in lines


def test_same_exception_in_the_same_line_is_shown_once() -> None:
    """With the input of the first check, and the names of some others. An exception in another line is apart."""
    cause = Cause(CauseKind.EXCEPTION, name="KeyError", detail="'x'", file="leap.py", line=7)
    typed = [Text("typed", f"line {n}") for n in range(7)]
    bad = [
        check(f"leap.c{n}", verdict=Verdict.RAISED, cause=cause, exhibits=(typed[n],))
        for n in range(6)
    ]
    other = check(
        "leap.d",
        verdict=Verdict.RAISED,
        cause=msgspec.structs.replace(cause, line=9),
        exhibits=typed[6:],
    )
    lines = report(result(*bad, other), Checkup())
    assert any(line.startswith("✗ 6 checks: raised an exception") for line in lines)
    assert [line for line in lines if line.startswith("│ typed")] == [
        "│ typed  line 0",
        "│ typed  line 6",
    ]
    assert "│ and 2 more checks" in lines
    assert "│ and 2 more checks" not in report(result(*bad), Checkup(), all_checks=True)


def test_checks_that_run_out_of_time_in_the_same_loop_are_one_block() -> None:
    """An infinite loop is shown once, with the input of the first check; another loop is apart."""
    cause = Cause(CauseKind.CPU_LIMIT, limit=3)
    loops = [Text("still running", f"leap.py, line {line}\n    while True:") for line in (7, 9)]
    typed = [Text("typed", f"line {n}") for n in range(6)]
    bad = [
        check(
            f"leap.c{n}", verdict=Verdict.TIMEOUT, cause=cause, exhibits=(typed[n], loops[n == 5])
        )
        for n in range(6)
    ]
    lines = report(result(*bad), Checkup(), all_checks=True)
    assert any(line.startswith("✗ 5 checks: took too long") for line in lines)
    assert [line.split()[-1] for line in lines if "typed" in line] == ["0", "5"]


def test_findings_are_grouped_by_rule() -> None:
    """A rule that was broken twice is one remark with both lines."""
    said = [
        Finding("leftovers", "breach", "leap.py", n, "print left from debugging", "the handout")
        for n in (3, 9)
    ]
    found = result(check("leap.years", verdict=Verdict.PASSED), findings=said)
    lines = report(found, Checkup())
    assert lines.count("About the code") == 1
    at = lines.index("│ print left from debugging")
    assert lines[at + 1] == "│   Rule broken: leftovers · leap.py line 3, 9"
    begun = Checkup(FUNCTIONS[1:], {"is_leap"})
    assert "About the code" not in report(found, begun), (
        "to-do marks are no news while there is something to do"
    )
    assert "About the code" in report(found, begun, all_checks=True)


def test_two_parts_have_all_lines_of_the_report() -> None:
    """The findings follow the sum if they come later."""
    said = [
        Finding("leftovers", "breach", "leap.py", 3, "print left from debugging", "the handout")
    ]
    wrong = check("leap.years", message="is_leap(1900) is wrong.")
    found, before = result(wrong, findings=said), result(wrong)
    first = report(before, Checkup(), part=CheckupPart.CHECKS)
    then = report(found, Checkup(), part=CheckupPart.STYLE)
    assert then[1] == "About the code"
    assert first == report(before, Checkup())
    assert sorted(first + then) == sorted(report(found, Checkup()))


def test_check_that_did_not_run_is_not_counted() -> None:
    """The sum is that of the checks that ran, and the last line names them."""
    found = result(
        check("leap.years", marks=4, verdict=Verdict.PASSED),
        check("leap.talk", verdict=Verdict.NOT_RUN),
    )
    lines = report(found, Checkup(chosen=True, whole=Fraction(5)))
    assert lines[-4:-2] == ["1 of 1 public check passed", "4 of 4 marks of the checks that ran."]
    assert lines[-1] == "This run covers 4 of the 5 marks: leap.years."


def test_annotations_stand_beside_the_line() -> None:
    """For GitHub: a check that stopped there, once for all that did, and a finding that costs marks."""
    cause = Cause(CauseKind.EXCEPTION, name="KeyError", detail="100%\n:x", file="leap.py", line=7)
    bad = [check(f"leap.c{n}", verdict=Verdict.RAISED, cause=cause) for n in range(4)]
    said = [
        Finding("globals", "breach", "leap.py", 3, "a global variable", "the handout"),
        Finding("names", "note", "leap.py", 4, "a short name", "the handout"),
    ]
    seen = redact(result(*bad, check("leap.d"), findings=said), Audience.STUDENT)
    assert commands_for_github(seen, Checkup(costly={"globals"})) == [
        "::error file=leap.py,line=3,title=globals::a global variable",
        "::error file=leap.py,line=7,title=leap.c0::KeyError: 100%25%0A:x (leap.py, line 7)",
    ]


# Later runs.


def test_later_runs_show_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check that did not run keeps its last verdict."""
    monkeypatch.setenv("GRADER_CACHE", str(tmp_path / "cache"))
    assignment = load_assignment(BLOCKY)
    first = [check("a.one"), check("a.two", verdict=Verdict.PASSED), check("a.three")]
    assert LastRun(assignment, tmp_path).is_empty
    assert LastRun(assignment, tmp_path).update(first) == Changes()
    then = [
        check("a.one", verdict=Verdict.PASSED),
        check("a.two"),
        check("a.three", verdict=Verdict.NOT_RUN),
    ]
    last_run = LastRun(assignment, tmp_path)
    assert last_run.failed == {"a.one", "a.three"}
    changes = last_run.update(then)
    assert changes == Changes(passes_now=("a.one",), no_longer=("a.two",))
    assert LastRun(assignment, tmp_path).failed == {"a.two", "a.three"}
    assert LastRun(assignment, tmp_path / "elsewhere").is_empty
    lines = report(result(*then), Checkup(changes=changes))
    assert "Passes now: a.one" in lines and "No longer passes: a.two" in lines


def test_checks_are_chosen_by_beginning_or_pattern() -> None:
    """A full id means that check alone, even if others begin with it. A name that fits nothing is an error."""

    def listed(id: str, visibility: Visibility = Visibility.PUBLIC) -> Listed:
        return Listed(
            CheckSpec(id, "t", Fraction(1), visibility, variants=(), asks=(), title=""), ""
        )

    checks = [
        listed("block.swap"),
        listed("block.swap-laws"),
        listed("goal.x"),
        listed("goal.y", Visibility.HIDDEN),
    ]
    assert chosen(["block.swap"], checks) == {"block.swap"}
    assert chosen(["block"], checks) == {"block.swap", "block.swap-laws"}
    assert chosen(["*-laws", "goal.x"], checks) == {"block.swap-laws", "goal.x"}
    assert chosen(["goal"], checks, public=True) == {"goal.x"}
    with pytest.raises(GraderError, match=r"no public check is called 'goal.y'"):
        chosen(["goal.y"], checks, public=True)
    with pytest.raises(
        GraderError, match=r"'z'; there are: block\.swap, block\.swap-laws, goal\.x$"
    ):
        chosen(["z"], checks, public=True)
