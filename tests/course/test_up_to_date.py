"""Nobody reads results that are older than what staff wrote since; the reader names what is newer, and the command."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from graders.extensions.tutoring import deciding
from graders.harness import cli
from graders.harness.assignment.places import naming
from graders.harness.course.marks import up_to_date
from graders.harness.course.pages.changing import STATE
from graders.harness.course.run import classrun
from graders.harness.errors import GraderError
from graders.harness.grading.collecting import collect
from tests import nightly
from tests.course.killed import DECISION, ROSTER, Instantly, class_in, grade
from tests.once import once
from tests.world import TOY, World

pytestmark = pytest.mark.slow

MANUAL = '[[manual]]\nname = "Style"\nmax_marks = 4\n'
MANIFEST = "graders/toy/assignment.toml"


@pytest.fixture(scope="module")
def toy() -> Iterator[World]:
    """The toy world with a part for tutors; its root is named to `grader`."""

    def write(root: Path) -> None:
        TOY.copy(root / "toy")
        with (root / "toy" / MANIFEST).open("a") as manifest:
            manifest.write(MANUAL)

    world = World(once("class states", write) / "toy", "toy")
    with naming(world.root):
        Instantly.specs = tuple(listed.spec for listed in collect(world.assignment))
        yield world


@pytest.fixture
def marks(toy: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a graded class of four people. Its assignment is a copy that a test may change."""
    world = toy.copy(tmp_path / "world")
    Instantly.world = world
    monkeypatch.setattr(classrun, "Batch", Instantly)
    with naming(world.root):
        folder = class_in(tmp_path / "class")
        grade(folder)
        yield folder


def of_toy(marks: Path, old: str, new: str) -> None:
    """Change the assignment."""
    path = marks.parent.parent / "world" / MANIFEST
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def write(name: str, text: str) -> Callable[[Path], object]:
    """Return a change of a file beside the results."""

    def change(marks: Path) -> None:
        (marks / name).parent.mkdir(parents=True, exist_ok=True)
        (marks / name).write_text(text)

    return change


MARK = '[[submission]]\nname = "ada"\n\n[[submission.part]]\nname = "Style"\nmarks = "3"\n'
LATE = "[late]\nper_day = 1\ndays = 3\nreason = 'x'\n"
CHANGES: dict[str, tuple[Callable[[Path], object], str, str]] = {
    "a decision": (write("decisions.toml", DECISION), "decisions.toml changed", "`grader decide "),
    "a tutor's mark": (write("decisions.toml", MARK), "decisions.toml changed", "`grader decide "),
    "weights": (write("decisions.toml", '[weights.checks]\n"sums.total" = 3\n'), "decisions.toml changed", "`grader decide "),
    "a part's maximum": (lambda marks: of_toy(marks, "max_marks = 4", "max_marks = 5"), "the marks in assignment.toml", "`grader decide "),
    "a late policy": (lambda marks: of_toy(marks, MANUAL, MANUAL + LATE), "the late policy in assignment.toml", "`grader decide "),
    "a deadline": (
        lambda marks: of_toy(marks, MANUAL, f"{MANUAL}{LATE}deadline = '2026-10-02 23:59 America/Toronto'\n"),
        "the deadline in assignment.toml", "`grader grade toy`",
    ),
    "an author": (write("decisions.toml", '[[who]]\nsubmission = "ada"\npeople = ["1001"]\n'), "an answer in decisions.toml changed", "`grader grade toy`"),
    "the roster": (
        lambda marks: (marks.parent / "class.csv").write_text(f"{ROSTER}ida,1009,Ida Roy,,\n"),
        "class.csv (--roster) changed", "`grader grade toy`",
    ),
}  # fmt: skip
"""Change of staff -> how it is made, and what a reader names: its file, the command."""
DESKS = ("a decision", "a tutor's mark", "weights", "an author")
"""Changes that the desk brings in itself, or leaves to the next grading."""


def commands(marks: Path) -> list[list[object]]:
    """Return a command of each reader."""
    back = marks.parent / "back"
    return [
        [
            "report",
            marks,
            "--format",
            "canvas",
            "--column",
            "A (1)",
            "--out",
            marks.parent / "table.csv",
        ],
        ["report", marks, "--format", "html", "--out", marks.parent / "pages"],
        ["report", marks / "ada", "--format", "text"],
        ["hand-back", marks, "--for", "folders", "--out", back],
        ["explain", marks / "ada"],
    ]


@pytest.mark.slow
@pytest.mark.parametrize("change", nightly.one_in(3, CHANGES))
def test_reader_stops_after_a_change(
    marks: Path, capsys: pytest.CaptureFixture[str], change: str
) -> None:
    """It has written nothing, and one sentence names what changed, and the command."""
    make, what, command = CHANGES[change]
    for words in commands(marks):
        assert cli.main([*map(str, words)]) == 0, words
        capsys.readouterr()
    (marks.parent / "table.csv").unlink()
    shutil.rmtree(marks.parent / "back")
    make(marks)
    for words in commands(marks):
        assert cli.main([*map(str, words)]) == 2, words
        said = capsys.readouterr().err
        assert what in said and "after the results were made" in said and command in said, (
            words,
            said,
        )
        assert said.count("\n") == 1
    assert not (marks.parent / "table.csv").exists() and not (marks.parent / "back").exists()


@pytest.mark.slow
@pytest.mark.parametrize("change", nightly.one_in(3, CHANGES))
def test_named_command_brings_the_class_up_to_date(marks: Path, change: str) -> None:
    make, _, command = CHANGES[change]
    make(marks)
    if "decide" in command:
        assert cli.main(["decide", str(marks), "--yes"]) == 0
    else:
        Instantly.world = World(Instantly.world.root, "toy")  # reads the manifest again
        grade(marks)
    up_to_date.read(marks)


@pytest.mark.parametrize("change", CHANGES)
def test_desk_stops_only_for_what_is_no_decision(marks: Path, change: str) -> None:
    """It brings in tutors' marks and decisions when it begins; who handed in what can wait for the next grading."""
    from graders.extensions.tutoring.desk.desk import Desk

    CHANGES[change][0](marks)
    if change in DESKS:
        Desk(marks).close()
    else:
        with pytest.raises(GraderError, match="after the results were made"):
            Desk(marks)


def test_several_changes_are_named_with_the_command_that_has_all_of_them(marks: Path) -> None:
    for change in ("a decision", "a part's maximum"):
        CHANGES[change][0](marks)
    with pytest.raises(
        GraderError,
        match=r"decisions.toml and the marks in assignment.toml changed .*`grader decide ",
    ):
        up_to_date.read(marks)
    CHANGES["the roster"][0](marks)
    with pytest.raises(GraderError, match=r"and class.csv .*`grader grade toy`"):
        up_to_date.read(marks)


@pytest.mark.slow
def test_list_of_decisions_shows_what_changed_and_asks(
    marks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where nothing changed, it only lists; what needs a grading, it leaves to that."""
    assert cli.main(["decide", str(marks)]) == 0
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("Nothing was decided, asked or seen.\n", "")
    CHANGES["a decision"][0](marks)
    assert cli.main(["decide", str(marks)]) == 0
    shown = capsys.readouterr()
    assert "it was given away" in shown.out and "decision on sums.total: none" in shown.out
    assert "nothing was changed; --yes writes it" in shown.err
    CHANGES["the roster"][0](marks)
    assert cli.main(["decide", str(marks), "--yes"]) == 2
    assert "class.csv (--roster) changed" in capsys.readouterr().err


def test_question_about_an_author_is_no_change(marks: Path) -> None:
    """A grading asks before it ends; only an answer changes results, and no comment does."""
    write("decisions.toml", '# Who?\n[[who]]\nsubmission = "ada"\npeople = []\n')(marks)
    up_to_date.read(marks)


def test_roster_that_is_elsewhere_now_is_not_compared(marks: Path) -> None:
    (marks.parent / "class.csv").unlink()
    up_to_date.read(marks)


@pytest.mark.slow
@pytest.mark.parametrize("state", ["", '{"schema_version": 1, "made_with": {}}', "{", "[" * 9_999])
def test_class_of_another_release_is_graded_again(
    marks: Path, state: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each command refuses it. Once it is graded again, it has the same bytes; verdicts are kept."""
    before = (marks / STATE).read_bytes(), (marks / "gradebook.csv").read_bytes()
    (marks / STATE).unlink()
    if state:
        (marks / STATE).write_text(state)
    for words in commands(marks):
        assert cli.main([*map(str, words)]) == 2, words
        said = capsys.readouterr().err
        assert "class.json" in said and "grade the class again, which is quick" in said
        assert said.count("\n") == 1
    grade(marks)
    up_to_date.read(marks)
    assert before == ((marks / STATE).read_bytes(), (marks / "gradebook.csv").read_bytes())


@pytest.mark.slow
def test_marking_again_does_not_undo_what_another_did_meanwhile(marks: Path) -> None:
    """Between what it shows and the answer to its question, somebody decides."""
    preview = deciding.Class(marks).preview_sources()
    assert (
        cli.main(
            [
                "decide",
                str(marks),
                "ada",
                "--set",
                "sums.total=0",
                "--by",
                "R.",
                "--why",
                "x",
                "--yes",
            ]
        )
        == 0
    )
    decided = (marks / "gradebook.csv").read_bytes()
    with pytest.raises(GraderError, match="somebody else changed the class meanwhile"):
        deciding.write(preview)
    assert (marks / "gradebook.csv").read_bytes() == decided


@pytest.mark.slow
def test_decision_brings_in_what_else_changed(
    marks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It shows what that changes, too."""
    of_toy(marks, "max_marks = 4", "max_marks = 5")
    words = ["--set", "sums.total=0", "--by", "R.", "--why", "x", "--yes"]
    assert cli.main(["decide", str(marks), "ada", *words]) == 0
    assert "Style: none of 4, now none of 5" in capsys.readouterr().out
    up_to_date.read(marks)


@pytest.mark.slow
def test_export_counts_the_people_without_a_mark(
    marks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every table, the pages of a class, and what is handed back."""
    (marks.parent / "class.csv").write_text(f"{ROSTER}ida,1009,Ida Roy,,\n")
    grade(marks)
    capsys.readouterr()
    for words in commands(marks)[:2]:
        assert cli.main([*map(str, words)]) == 0
        assert "grader: 1 of 5 people without a mark: 1 missing\n" in capsys.readouterr().err
    assert cli.main([*map(str, commands(marks)[3])]) == 0
    assert "grader: 1 of 5 people without a mark: 1 missing\n" in capsys.readouterr().err
