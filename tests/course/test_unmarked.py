"""Marks are in no key of the store: kept verdicts are marked again when they are read."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from graders.harness.assignment.manifest import load_assignment
from graders.harness.course.run import store as stores
from graders.harness.course.run.store import (
    Store,
    marks_key,
    release_key,
    scenario_without_marks,
    without_marks,
)
from graders.harness.grading.collecting import collect
from graders.harness.grading.marking import mark
from graders.harness.grading.outcome import PASSED, CheckRun
from graders.harness.processes.jobs import ExecutionEnvironment
from graders.harness.sandbox.interface import Level
from tests.classes import SUMS, of
from tests.world import TOY

PLACE = ExecutionEnvironment("box", "A", "cpython 3.12.1")
CHECKS = b'''from graders.harness import check, expect
NUMBERS = {"marks": 3}
PUBLIC = {"task": "a", "marks": 3, "visibility": "public"}
DEAR = {**PUBLIC, "marks": 6.5}
FREE = {**PUBLIC, "marks": 0}

@check("a.b", task="a", marks=12, visibility="hidden")
def test_b(student):
    """It is marks=4."""
    expect(student.check(marks=5), student.check("x", task=1, marks=6))

@check("a.c", **DEAR)
def test_c(student):
    expect(check_all("x", task=1, marks=7), {"task": 1, "marks": 8})

@check("a.d", task="a", marks=0)
@check(
    "a.e",
    task="a",
    marks=0.25,
)
def test_d(student):
    pytest.param(marks=check("a.f", task="a", marks=10.5))
    check(student, marks=3)
'''


def test_only_marks_of_checks_are_left_out() -> None:
    """Every other number may decide a verdict; a check with 0 marks gets no small example."""
    left = CHECKS
    for number in (b"marks=12", b'"marks": 6.5', b"marks=0.25", b"marks=10.5"):
        left = left.replace(number, number.rstrip(b"0123456789.") + b"#")
    left = left.replace(b'"a", "marks": 3', b'"a", "marks": #')
    assert without_marks(CHECKS) == left
    assert without_marks(b"\xff check(") == b"\xff check("


@pytest.mark.parametrize(
    "name",
    [
        "csc148_2020_blocky",
        "csc148_2018_blocky",
        "csse7030_connect4",
        "ics32_columns",
        "comp250_blocky",
    ],
)
def test_marks_of_the_assignments_are_found(name: str) -> None:
    """Nearly all of them are plain numbers in a check, or in a constant."""
    modules = [path.read_bytes() for path in load_assignment(name).grader.glob("*.py")]
    rest = b"".join(map(without_marks, modules))
    assert rest.count(b"marks=#") + rest.count(b'"marks": #') > 5
    assert not re.search(rb"marks=[1-9]", rest)


@pytest.mark.parametrize(
    ("header", "left"),
    [
        ("marks: 0.5", "marks: #"),
        ("marks: 12", "marks: #"),
        ("marks: 0", "marks: 0"),
        ("marks: 0.0", "marks: 0.0"),
        ("marks: x", "marks: x"),
    ],
)
def test_marks_in_the_header_of_a_scenario_are_left_out(header: str, left: str) -> None:
    text = "title: one\n{}\nsource: spec 1\n\nmarks: 3\n"
    assert scenario_without_marks(text.format(header).encode()).decode() == text.format(left)


def edited(path: str, old: str, new: str) -> Callable[[Path], None]:
    """Return a function that replaces text in a file of the toy world."""

    def edit(root: Path) -> None:
        text = (root / path).read_text()
        assert old in text
        (root / path).write_text(text.replace(old, new))

    return edit


CHECK, MANIFEST = "graders/toy/test_toy.py", "graders/toy/assignment.toml"
OF_MARKS = {
    "a check's marks": edited(CHECK, 'task="words", marks=2', 'task="words", marks=1'),
    "a task's marks": edited(MANIFEST, "marks = 6", "marks = 9\nshares = true"),
    "a task's reason": edited(MANIFEST, "two marks for each check", "more"),
    "a deduction": edited(MANIFEST, "[variants", '[[deductions]]\nname = "S"\nrules = ["*"]\nmarks = 1\ncap = 2\nreason = "so"\n\n[variants'),
    "a late policy": edited(MANIFEST, "[variants", '[late]\nper_day = 1\ndays = 2\nreason = "so"\n\n[variants'),
    "a tutor's part": edited(MANIFEST, "[variants", '[[manual]]\nname = "Style"\nmax_marks = 2\n\n[variants'),
    "what students see": edited(MANIFEST, 'play = "true"', 'play = "true"\nhidden_checks = "nothing"'),
    "a scenario's marks": edited("scenarios/toy/one.txt", "marks: 1", "marks: 2.5"),
}  # fmt: skip
OF_VERDICTS = {
    "a number in a check": edited(CHECK, "[-3]) == -3", "[-3]) == -4"),
    "a check's visibility": edited(CHECK, 'marks=2, visibility="hidden")', "marks=2)"),
    "a check without marks": edited(CHECK, 'task="words", marks=2', 'task="words", marks=0'),
    "a limit": edited(MANIFEST, "memory_mb = 256", "memory_mb = 257"),
    "the step of a scenario": edited("scenarios/toy/one.txt", "\n\n1\n", "\n\n2\n"),
}


@pytest.fixture
def toys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the toy world with a scenario; the harness is left out of keys, to be quick."""
    root = TOY.copy(tmp_path / "world").root
    (root / "scenarios" / "toy").mkdir(parents=True)
    (root / "scenarios" / "toy" / "one.txt").write_text("title: one\nmarks: 1\n\n1\n")
    monkeypatch.setattr(stores, "HARNESS", tmp_path / "none")
    return root


def key(root: Path) -> str:
    return release_key(load_assignment("toy", root))


@pytest.mark.parametrize("part", OF_MARKS)
def test_key_has_no_marks(toys: Path, part: str) -> None:
    """A change of marks grades nobody again; the marks' own key tells it."""
    before, marks = key(toys), marks_key(load_assignment("toy", toys))
    OF_MARKS[part](toys)
    assert key(toys) == before
    assert marks_key(load_assignment("toy", toys)) != marks


@pytest.mark.parametrize("part", OF_VERDICTS)
def test_key_has_all_that_decides_verdicts(toys: Path, part: str) -> None:
    before = key(toys)
    OF_VERDICTS[part](toys)
    assert key(toys) != before


@pytest.mark.slow
def test_stored_verdicts_get_the_present_marks(toys: Path, cache: Path) -> None:
    """As if they were graded now."""
    before = load_assignment("toy", toys)
    specs = [listed.spec for listed in collect(before)]
    submission = of("ada", SUMS["right"])
    runs = [CheckRun(spec, spec.id, PASSED, 0.0, 1) for spec in specs]
    store = Store(before, Level.C)
    store.save(store.key(submission, PLACE), PLACE, mark(before, "ada", runs), ())
    edited(MANIFEST, "marks = 6", "marks = 10\nshares = true")(toys)
    after = load_assignment("toy", toys)
    again = Store(after, Level.C)
    found = again.load(again.key(submission, PLACE), "ada")
    assert found is not None and found[0] == mark(after, "ada", runs)
    assert [check.max_marks for check in found[0].checks[:3]] == [
        Fraction(334, 100),
        Fraction(333, 100),
        Fraction(333, 100),
    ]
    assert msgspec.json.encode(before.manifest) != msgspec.json.encode(after.manifest)
