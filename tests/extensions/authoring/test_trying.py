"""One check, tried while it is written: on the reference, the starter, exemplars and a submission."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from rich.console import Console

from graders.extensions.authoring.try_command import show
from graders.extensions.authoring.trying import TrialOutcome, TrialRequest, try_check
from graders.harness.assignment.manifest import load_assignment
from graders.harness.grading.reference import ReferenceFails
from graders.harness.result import Verdict
from tests.extensions.authoring.verification.worlds import CHECKS, world
from tests.world import TOY

FAULTY = "graders/clock/exemplars/faulty/adds-twice"
RIGHT = "graders/clock/exemplars/right/in-two-steps"
EXEMPLARS = {
    f"{FAULTY}/exemplar.toml": ("", 'title = "adds twice"\nsource = "none"\nmust_fail = ["later.full-hour", "later.any"]\n'),
    f"{FAULTY}/clock.py": ("", "def later(minute, by):\n    return (minute + by + by) % 60\n"),
    f"{RIGHT}/exemplar.toml": ("", 'title = "in two steps"\nsource = "none"\n'),
    f"{RIGHT}/clock.py": ("", "def later(minute, by):\n    return min(minute + by, 59)\n"),
}  # fmt: skip


@pytest.fixture(autouse=True)
def _afresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unload the checks of the previous world."""
    monkeypatch.delitem(sys.modules, "graders.clock.test_clock", raising=False)


def tried(root: Path, check: str, seed: int = 1) -> list[TrialOutcome]:
    """Return the outcomes of a check of the clock in *root*."""
    return list(
        try_check(TrialRequest(load_assignment("clock", root), TOY.grader.backend, check, seed))
    )


@pytest.mark.nightly
def test_each_submission_is_compared_with_its_expectation(tmp_path: Path) -> None:
    """A right exemplar that fails is shown with the check's message, and so is a faulty one that passes.

    The marks of the checks need not fit yet.
    """
    root = world(tmp_path / "world", {**EXEMPLARS, CHECKS: ("marks=1", "marks=7")})
    assert {one.name: (one.expected, one.wrong) for one in tried(root, "later.any")} == {
        "reference": ("pass", False),
        "starter": ("", False),
        "faulty/adds-twice": ("fail", False),
        "right/in-two-steps": ("pass", True),
    }
    found = tried(root, "later.full-hour")
    assert [one.name for one in found if one.wrong] == ["faulty/adds-twice", "right/in-two-steps"]
    console = Console(file=io.StringIO(), width=80, color_system=None)
    show(load_assignment("clock", root), [*found, *tried(root, "later.any")], console)
    assert isinstance(console.file, io.StringIO)
    shown = console.file.getvalue()
    assert "faulty/adds-twice  adds twice\npasses, but must fail" in shown
    assert "right/in-two-steps  in two steps\n✗" in shown and "expected" in shown


@pytest.mark.slow
def test_examples_are_drawn_by_the_seed(tmp_path: Path) -> None:
    """The same seed draws the same examples, another seed other ones."""
    root = world(tmp_path / "world", EXEMPLARS)
    first, again, other = (
        [one.check.example for one in tried(root, "later.any", seed)] for seed in (1, 1, 2)
    )
    assert first == again and any(first)
    assert first != other


@pytest.mark.slow
def test_failing_reference_ends_the_trial(tmp_path: Path) -> None:
    """Other results would mean nothing."""
    root = world(
        tmp_path / "world", {CHECKS: ("student.later(0, 60), 0", "student.later(0, 60), 60")}
    )
    with pytest.raises(ReferenceFails, match=r"later\.full-hour"):
        tried(root, "later.full-hour")
    assert [one.check.verdict for one in tried(root, "later.any")][:1] == [Verdict.PASSED]


@pytest.mark.slow
def test_submission_is_tried_too() -> None:
    """It has no expectation; the toy has no exemplars."""
    request = TrialRequest(
        TOY.grader.assignment,
        TOY.grader.backend,
        "words.shout",
        1,
        submission=TOY.submission(words="x = 1\n"),
    )
    *_, last = try_check(request)
    assert (last.name, last.expected, last.wrong) == ("toy", "", False)
    assert last.check.verdict is Verdict.MISSING
