"""An exemplar is made of the fault in a submission, and keeps nothing of the student's words."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from bench.extraction import problems, sampled
from graders.extensions.faults import extraction
from graders.extensions.faults.extraction import (
    Extracted,
    extracted,
    grader_of,
    minimal,
    target_of,
)
from graders.extensions.shared.exemplars import load_exemplars
from graders.harness.assignment.manifest import ROOT, assignment_ids, load_assignment
from graders.harness.cli import main
from graders.harness.errors import GraderError
from tests.extensions.faults.conftest import FAULTS
from tests.world import World, submission_of, write_world

ADAS = '''
"""Ada's work, with a helper and two faults."""
import math

adas_step = 2  # Ada likes two


def adas_sum(zahl, mehr):
    """Add Ada's numbers."""
    summe = zahl + mehr  # Ada adds
    return summe


def step(place):
    """Ada's step."""
    ungenutzt = math.pi
    print("Ada was here")
    for _ in range(3):
        ungenutzt += 1
    return adas_sum(place, adas_step)


def back(place):
    """Ada's way back."""
    ziel = place - 3
    return ziel
'''
WORDS = re.compile(r"ada|zahl|mehr|summe|ungenutzt|ziel", re.IGNORECASE)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A world of its own, to which exemplars are added."""
    return write_world(tmp_path_factory.mktemp("world"), **FAULTS)  # type: ignore[arg-type]


def made(world: World, work: str, *checks: str) -> Extracted:
    """Return the exemplar of the fault in a submission."""
    from graders.harness.grading.program import open_backend
    from graders.harness.sandbox.interface import Level

    backend = open_backend(world.assignment, choice="auto", minimum=Level.E)
    with grader_of(world.assignment, backend) as grader:
        submission = submission_of("faults", {"work.py": work})
        return extracted(grader, submission, target_of(world.assignment, checks))


@pytest.mark.nightly
def test_exemplar_has_one_fault_and_no_word_of_the_student(world: World) -> None:
    """The helper and the constant stay, because the fault needs them; all else is the reference's."""
    found = made(world, ADAS, "step.public")
    assert found.must_fail == ("step.public",)
    assert found.words == ()
    text = found.files["work.py"].decode()
    assert not WORDS.search(text)
    assert "back" not in text
    assert text == (
        "name1 = 2\n\ndef name2(name3, name4):\n    name5 = name3 + name4\n    return name5\n\n"
        "def step(place):\n    return name2(place, name1)\n"
    )


@pytest.mark.nightly
@pytest.mark.slow
def test_several_faults_stay_together_unless_a_check_is_named(world: World) -> None:
    found = made(world, ADAS)
    assert found.must_fail == ("back.hidden", "step.public")
    assert (
        "def back(place):\n    name6 = place - 3\n    return name6\n"
        in found.files["work.py"].decode()
    )


@pytest.mark.slow
def test_program_that_answers_otherwise_over_the_reference_is_extracted(world: World) -> None:
    """Its wrong replies depend on the rest of the file, as the numbers of lines in exceptions and random draws do. It was
    refused: "do not fail step.public as the submission does".
    """
    work = "# Ada\nimport sys\n\n\ndef step(place):\n    weite = sys._getframe().f_lineno\n    return 1000 * weite\n"
    found = made(world, work, "step.public")
    assert found.must_fail == ("step.public",)
    assert b"weite" not in found.files["work.py"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("work", "checks", "problem"),
    [
        (
            ADAS.replace("adas_step = 2", "adas_step = 1"),
            ["step.public"],
            "no failed check is called 'step.public'",
        ),
        (ADAS.replace("= 2", "= 1").replace("- 3", "- 1"), [], "passes every check"),
        (f"{ADAS}def (:\n", [], r"work\.py does not parse.*: write the exemplar by hand"),
    ],
)
def test_submission_without_a_fault_to_keep_is_refused(
    world: World, work: str, checks: list[str], problem: str
) -> None:
    with pytest.raises(GraderError, match=problem):
        made(world, work, *checks)


@pytest.mark.slow
def test_command_writes_an_exemplar_whose_author_has_to_name_it(
    world: World,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Without a title nothing reads the exemplars, so that no nameless fault stays."""
    (tmp_path / "work.py").write_text(ADAS)
    known = Extracted(
        {"work.py": b"def step(place):\n    return place + 2\n"}, ("step.public",), ("so",), 1
    )
    monkeypatch.setattr(extraction, "extracted", lambda *_: known)
    command = [
        "exemplars",
        "faults",
        "faulty/adds-two",
        "--from",
        str(tmp_path),
        "--failed",
        "step",
        "--sandbox",
        "auto",
    ]
    root = ["--root", str(world.root)]
    assert main([*root, *command]) == 0
    told = capsys.readouterr().out
    folder = world.root / "graders/faults/exemplars/faulty/adds-two"
    assert str(folder) in told
    assert "1 program tried; it fails step.public" in told
    assert "words that stay, a library's or the student's: so" in told
    assert f"grader {shlex.join(root)} exemplars faults --run faulty/adds-two" in told
    table = folder / "exemplar.toml"
    with pytest.raises(
        GraderError, match=r"adds-two/exemplar\.toml: title and source must not be empty"
    ):
        load_exemplars(world.assignment.grader)
    table.write_text(table.read_text().replace('title = ""', 'title = "step adds two"'))
    (exemplar,) = (one for one in load_exemplars(world.assignment.grader) if one.name == "adds-two")
    assert exemplar.must_fail == {"step.public"}
    assert exemplar.files == known.files
    assert main([*root, *command]) != 0
    assert "already exists; choose another name" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["right/mine", "faulty/../x", "faulty/", "faulty/A b", "mine"])
def test_name_that_is_no_faulty_exemplar_is_refused(
    world: World,
    tmp_path: Path,
    name: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The name becomes a folder."""
    monkeypatch.setenv("GRADER_ROOT", str(world.root))
    assert main(["exemplars", "faults", name, "--from", str(tmp_path)]) != 0
    assert (
        "is no name of a faulty exemplar, such as faulty/swap-mirrors-inside"
        in capsys.readouterr().err
    )


@pytest.mark.slow
def test_command_measures_exemplars_that_are_asked_back(world: World) -> None:
    """With other names and comments, as a student would have written them."""
    assert dict(
        problems(
            world.assignment,
            [one for one in load_exemplars(world.assignment.grader) if one.name == "leaps"],
        )
    ) == {"faulty/leaps": ""}


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize("name", assignment_ids(ROOT))
def test_exemplars_handed_in_with_other_names_are_made_again(name: str, recordings: Path) -> None:
    """One in eight: 95 of 100 become exemplars that fail the same checks."""
    assignment = load_assignment(name)
    told = dict(problems(assignment, sampled(assignment, 8)))
    wrong = {id_: reason for id_, reason in told.items() if reason}
    assert 20 * len(wrong) <= len(told), wrong


@pytest.mark.parametrize("needed", [set(), {0}, {3, 4}, {1, 9, 17}, set(range(20))])
def test_minimal_keeps_what_is_needed(needed: set[int]) -> None:
    assert minimal(range(20), lambda some: needed <= set(some), least=0) == sorted(needed)


def test_part_that_only_a_later_one_needed_goes_too() -> None:
    """Such as a variable that a loop behind it counts up."""
    assert minimal(
        ["call", "variable", "loop"],
        lambda some: "call" in some and ("loop" not in some or "variable" in some),
    ) == ["call"]
