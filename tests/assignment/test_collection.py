"""Collection proves the rules that every check must keep."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from graders.harness.assignment.collection import STATEFUL
from graders.harness.assignment.manifest import ManifestError, load_assignment
from graders.harness.grading import plugin
from graders.harness.grading.collecting import collect
from graders.harness.grading.grader import Graded, Grader
from graders.harness.grading.program import GraderBroken
from graders.harness.reports.sentences import message_of
from graders.harness.result import Flag, FlagCode
from tests.world import TOY


@pytest.mark.parametrize(
    "line",
    [
        "from hypothesis.stateful import RuleBasedStateMachine",
        "import hypothesis.stateful as machines",
        "from hypothesis import given, stateful",
    ],
)
def test_state_machines_are_found(line: str) -> None:
    assert STATEFUL.search(f"import sys\n{line}\n".encode())
    assert not STATEFUL.search(b"from hypothesis import given  # stateful\nstateful = 1\n")


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the toy world that a test may change."""
    monkeypatch.delitem(sys.modules, "graders.toy.test_toy", raising=False)
    yield Path(shutil.copytree(TOY.root, tmp_path / "world"))
    sys.modules.pop("graders.toy.test_toy", None)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            '"words.shout", task="words", marks=2',
            '"words.shout", task="words", marks=3',
            "are worth 5, but the manifest says 4",
        ),
        (
            '"words.shout", task="words", marks=2',
            '"words.shout", task="words", marks="1/2"',
            "are worth 2.5, but the manifest says 4",
        ),
        ('"words.shout"', '"words.describe"', "two checks are called words.describe"),
        ('task="words", marks=2, variants', 'task="wrods", marks=2, variants', "no task 'wrods'"),
        ('    """shout makes capitals."""\n', "", "has no title"),
        (
            'visibility="hidden", variants=("own", "sound")',
            'variants=("own", "sound")',
            "opens asks, so it cannot be public",
        ),
        ('("own", "sound"), asks', '("own", "sonud"), asks', "no variant 'sonud'"),
        (
            "from hypothesis import given",
            "from hypothesis import given, stateful",
            "uses state machines, .* draw a list of steps",
        ),
        ("st.integers(-50, 50)", "st.builds(object)", "sums.total: .* cannot carry"),
    ],
)
def test_checks_that_break_a_rule_stop_the_grader(
    world: Path, old: str, new: str, words: str
) -> None:
    """The message names the check and the rule."""
    path = world / "graders/toy/test_toy.py"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    grader = Grader(load_assignment("toy", world), TOY.grader.backend)
    with pytest.raises(GraderBroken, match=words):
        grader.grade(TOY.submission())


@pytest.mark.parametrize("name", ["sums.lagrest", "sums.total", "words.x*"])
def test_misspelt_check_that_is_never_released_stops_the_grader(world: Path, name: str) -> None:
    """Otherwise a release would show the check that is meant. Public checks have nothing to release."""
    path = world / "graders/toy/assignment.toml"
    path.write_text(f"never_released = ['words.*', '{name}']\n{path.read_text()}")
    grader = Grader(load_assignment("toy", world), TOY.grader.backend)
    with pytest.raises(
        GraderBroken, match=f"never_released names '{re.escape(name)}', which is no hidden check"
    ):
        grader.grade(TOY.submission())


@pytest.mark.slow
def test_grader_without_checks_is_refused(world: Path) -> None:
    """It looked like a fault of the sandbox, and the proof of the reference held."""
    (world / "graders" / "toy" / "test_toy.py").unlink()
    words = r"^graders/toy has no checks: write graders/toy/test_\*\.py$"
    with pytest.raises(GraderBroken, match=words):
        collect(load_assignment("toy", world))
    with pytest.raises(GraderBroken, match=words):
        Grader(load_assignment("toy", world), TOY.grader.backend).grade(TOY.submission())


@pytest.mark.slow
def test_reference_that_fails_its_own_checks_stops_the_grader(world: Path) -> None:
    """The reference is graded first and must get full marks; the message names the broken checks."""
    path = world / "reference/toy/words.py"
    path.write_text(path.read_text().replace('"!"', '"?"'))
    grader = Grader(load_assignment("toy", world), TOY.grader.backend)
    with pytest.raises(
        GraderBroken, match=r"the reference fails 1 of its own checks: words\.shout"
    ):
        grader.grade(TOY.submission())


ODD = "def describe(n):\n    return ''\n\n\ndef shout(text):\n    return 7\n"


def graded_by(world: Path, check: str) -> Graded:
    """Grade a program that returns an odd answer by this body of a check."""
    path = world / "graders/toy/test_toy.py"
    path.write_text(path.read_text().replace('expect(student.shout("ab"), "AB!")', check))
    return Grader(load_assignment("toy", world), TOY.grader.backend).grade(
        TOY.submission(words=ODD)
    )


@pytest.mark.slow
def test_value_that_crashes_a_check_is_the_submissions_fault(world: Path) -> None:
    """An answer that no check anticipated must not save a mark; staff are flagged."""
    graded = graded_by(world, 'assert student.shout("ab")[2] == "!", "no !"')
    check = next(check for check in graded.result.checks if check.id == "words.shout")
    assert (check.verdict.value, check.marks) == ("crashed", 0)
    assert message_of(check) == "returned a value of an unexpected type or shape"
    assert graded.result.status.value == "graded"
    assert Flag(FlagCode.UNEXPECTED_SHAPE) in graded.result.flags
    assert any("TypeError" in line for line in graded.log)


@pytest.mark.slow
def test_check_that_raises_by_itself_is_the_graders_fault_not_a_zero(world: Path) -> None:
    """The result is not gradable, and only staff see why."""
    text = 'assert student.shout("ab") != 7 or open("/nowhere/at/all"), "no !"'
    graded = graded_by(world, text)
    check = next(check for check in graded.result.checks if check.id == "words.shout")
    assert check.verdict.value == "grader_fault"
    assert "Traceback" not in message_of(check)
    assert graded.result.status.value == "not_gradable"
    assert any("FileNotFoundError" in line for line in graded.log)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('id = "toy"', 'id = "toyy"', "the id 'toyy' is not the folder's name"),
        ("marks = 6", 'marks = "six"', "marks"),
        ("cpu_seconds", "cpu_secs", "cpu_secs"),
        ("[files]", "[files", "assignment.toml"),
        (
            "driver =",
            'judge = "3.7"\ndriver =',
            "judge = '3.7' is no release that python = '>=3.8'",
        ),
        ("driver =", 'judge = ">=3.9"\ndriver =', "judge = '>=3.9' is no release"),
    ],
)
def test_bad_manifest_is_one_clear_line(world: Path, old: str, new: str, words: str) -> None:
    """The line names the file and the fault: a wrong key, type or syntax."""
    path = world / "graders/toy/assignment.toml"
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(ManifestError, match=words) as caught:
        load_assignment("toy", world)
    assert "\n" not in str(caught.value)


def test_unknown_assignment_names_the_known_ones() -> None:
    """The message names the nearest assignment."""
    with pytest.raises(ManifestError, match="there is no assignment 'tyo'; did you mean toy"):
        load_assignment("tyo", TOY.root)


def test_options_for_pytest_in_the_environment_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    """The options are for the user's own tests; with the grader's plugins some do not even exist."""
    monkeypatch.setenv("PYTEST_ADDOPTS", "-v --no-such-option")
    assert TOY.grader.grade(TOY.submission()).result.marks == 10
    assert os.environ["PYTEST_ADDOPTS"] == "-v --no-such-option"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "harmed"), [((), False), (("--noconftest",), True)], ids=["ours", "weak"]
)
def test_conftest_above_the_checks_is_not_run(
    world: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], harmed: bool
) -> None:
    """Pytest alone would run a conftest.py beside a submission or in any folder above the checks (attack 40)."""
    left_out = [option for option in plugin.PYTEST_OPTIONS if option not in options]
    monkeypatch.setattr(plugin, "PYTEST_OPTIONS", left_out)
    for folder in (world.parent, world, world / "graders", world / "graders" / "toy"):
        (folder / "conftest.py").write_text(f"open({str(world / 'harm')!r}, 'a').write('done ')\n")
    grader = Grader(load_assignment("toy", world), TOY.grader.backend)
    assert grader.grade(TOY.submission()).result.marks == 10
    assert (world / "harm").exists() is harmed
