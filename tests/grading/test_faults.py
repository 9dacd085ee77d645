"""Faults of a grader reach its author with file, line and the nearest name, without tracebacks of pytest or the harness."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from graders.harness.assignment.manifest import ManifestError, load_assignment
from graders.harness.assignment.toml_errors import problem_in
from graders.harness.cli import main
from graders.harness.commands import grammar
from graders.harness.errors import GraderError
from graders.harness.grading.collecting import collect
from graders.harness.grading.grader import Grader
from graders.harness.grading.program import GraderBroken
from graders.harness.grading.reference import ReferenceFails
from graders.harness.result import Text
from tests.world import TOY

CHECKS, MANIFEST, DRIVER = (
    "graders/toy/test_toy.py",
    "graders/toy/assignment.toml",
    "graders/toy/driver.py",
)
HEAD = "from graders.harness import"


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the toy world that a test may change."""
    monkeypatch.delitem(sys.modules, "graders.toy.test_toy", raising=False)
    yield TOY.copy(tmp_path / "world").root
    sys.modules.pop("graders.toy.test_toy", None)


def change(world: Path, file: str, old: str, new: str) -> int:
    """Change one place of a file in the world; return its line number."""
    path = world / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    return text[: text.index(old)].count("\n") + 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("import check, expect", "import check, expct", "ImportError: cannot import name 'expct' from 'graders.harness'; did you mean expect?"),
        ("import check, expect", "import check, expect, (", "SyntaxError: "),
        ('marks=2, variants=("own", "sound")', 'marks=2, variant=("own", "sound")', "TypeError: check() got an unexpected keyword argument 'variant'; did you mean variants?"),
        ('@check(\n', '@chek(\n', "NameError: name 'chek' is not defined; did you mean check?"),
        ("st.integers(", "st.integer(", "AttributeError: module 'hypothesis.strategies' has no attribute 'integer'; did you mean integers?"),
    ],
)  # fmt: skip
def test_module_that_does_not_load_is_reported_in_one_line(
    world: Path, old: str, new: str, words: str
) -> None:
    """Marks that do not add up without the module's checks are not reported as well."""
    if old not in (world / CHECKS).read_text():
        pytest.fail(f"the toy world has no {old!r} any more")
    line = change(world, CHECKS, old, new)
    with pytest.raises(GraderBroken) as broken:
        collect(load_assignment("toy", world))
    told = str(broken.value)
    assert told.startswith(f"{CHECKS}, line ") and words in told and "\n" not in told
    assert abs(int(told.split("line ")[1].split(":", maxsplit=1)[0]) - line) <= 1


@pytest.mark.slow
def test_unknown_fixture_is_reported_with_the_nearest(world: Path) -> None:
    change(world, CHECKS, "(student", "(studnt")
    with pytest.raises(
        GraderBroken,
        match=r"test_toy.py::\w+ asks for studnt, which does not exist; did you mean student\?",
    ):
        Grader(load_assignment("toy", world), TOY.grader.backend).record()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("added", "words"),
    [
        ("import nothing_there\n", "ModuleNotFoundError: No module named 'nothing_there'"),
        ("def (:\n", "SyntaxError: "),
    ],
)
def test_driver_that_does_not_load_is_reported_once(world: Path, added: str, words: str) -> None:
    """It is reported once with file and line, not for each check."""
    path = world / DRIVER
    path.write_text(path.read_text() + added)
    last = path.read_text().count("\n")
    with pytest.raises(GraderBroken) as broken:
        Grader(load_assignment("toy", world), TOY.grader.backend).record()
    assert str(broken.value).startswith(f"the driver does not load: {DRIVER}, line {last}: {words}")


@pytest.mark.slow
def test_failing_reference_is_shown_as_to_a_student(
    world: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The error and the command line show the check, the expected value and the returned value."""
    change(world, "reference/toy/words.py", ".upper()", ".lower()")
    with pytest.raises(
        ReferenceFails, match=r"the reference fails \d of its own checks: "
    ) as broken:
        Grader(load_assignment("toy", world), TOY.grader.backend).record()
    failed = [check for check in broken.value.result.checks if check.verdict.value == "failed"]
    assert failed and any(
        isinstance(one, Text) and one.label == "expected" for one in failed[0].exhibits
    )

    def fails(_: object) -> int:
        raise broken.value

    monkeypatch.setitem(grammar.ASSIGNMENT, "load", fails)
    assert main(["--root", str(world), "grade", "toy", "."]) == 3
    shown = capsys.readouterr().err
    assert all(words in shown for words in (failed[0].id, "expected", "got", failed[0].title))
    assert "Traceback" not in shown


@pytest.mark.slow
def test_check_that_breaks_is_reported_with_its_line(world: Path) -> None:
    """There is no traceback."""
    line = change(world, CHECKS, "expect(student", "expct(student")
    with pytest.raises(GraderBroken) as broken:
        Grader(load_assignment("toy", world), TOY.grader.backend).record()
    assert (
        f"{CHECKS}, line {line}: NameError: name 'expct' is not defined; did you mean expect?"
        in str(broken.value)
    )


class Inner(msgspec.Struct, forbid_unknown_fields=True):
    """A nested table."""

    memory: int = 1


class Outer(msgspec.Struct, forbid_unknown_fields=True):
    """A file."""

    examples: int = 1
    limits: Inner | None = None
    tasks: tuple[Inner, ...] = ()
    variants: dict[str, Inner] = {}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "# exampels = 1\n\nexampels = 2\n",
            ", line 3: there is no field exampels; did you mean examples?",
        ),
        ("[limits]\nmemroy = 2\n", ", line 2: there is no field memroy; did you mean memory?"),
        (
            "[[tasks]]\nmemory = 1\n[[tasks]]\nmemoyr = 1\n",
            ", line 4: there is no field memoyr; did you mean memory?",
        ),
        (
            "variants = { a = { zebra = 1 } }\n",
            ", line 1: there is no field zebra (fields here: memory)",
        ),
        ("[limts]\nmemory = 2\n", ", line 1: there is no field limts; did you mean limits?"),
        (
            "[limits]\nmemory = 'x'\n",
            ", line 2: limits.memory: should be a whole number, not a text",
        ),
        (
            "[[tasks]]\nmemory = 'x'\n[[tasks]]\nmemory = 1\n",
            ": tasks.memory: should be a whole number, not a text",
        ),
        ("limits = 3\n", ", line 1: limits: should be a table, not a whole number"),
        (
            "limits = { memory = [] }\n",
            ", line 1: limits.memory: should be a whole number, not a list",
        ),
        ("examples = \n", ": Invalid value (at line 1, column 12)"),
    ],
)
def test_wrong_field_of_a_table_is_reported_with_its_line(text: str, told: str) -> None:
    """The line is given if the field's name occurs once. The suggestion is the nearest field that the table has."""
    with pytest.raises((msgspec.ValidationError, msgspec.DecodeError)) as error:
        msgspec.toml.decode(text, type=Outer)
    assert problem_in(text.encode(), Outer, error.value) == told


def test_error_in_a_manifest_has_the_line(world: Path) -> None:
    line = change(world, MANIFEST, "[files]\n", "[files]\nsubmited = []\n") + 1
    with pytest.raises(
        ManifestError,
        match=rf"toy/assignment.toml, line {line}: there is no field submited; did you",
    ):
        load_assignment("toy", world)


def test_error_in_a_scenarios_header_has_the_line(tmp_path: Path) -> None:
    """Marks must be a number, and a misspelt key gets a suggestion."""
    from graders.harness.assignment.scenario import read_scenario

    path = tmp_path / "toy" / "one.txt"
    path.parent.mkdir()
    head = "title: t\ntask: a\nmarks: {}\n{}: public\nsource: s\n\nbody\n"
    for values, words in (
        (("two", "visibility"), "one.txt, line 3: marks must be a number, not 'two'"),
        (("2", "visiblity"), "one.txt, line 4: .*; did you mean visibility"),
    ):
        path.write_text(head.format(*values))
        with pytest.raises(GraderError, match=words):
            read_scenario(path)
