"""Checks, tags and marks of Connect 4 agree with manifest and handout, also in the edition with a fixed board."""

from __future__ import annotations

import ast
import re
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from graders.extensions.shared.exemplars import build
from graders.harness.grading.grader import Grader
from graders.harness.intake import submission_from_bytes
from graders.harness.result import Result, Verdict, Visibility
from graders.harness.sandbox import select_backend
from graders.harness.sandbox.interface import Level
from tests.exemplars import exemplars_of
from tests.graders.csse7030_connect4.worlds import ASSIGNMENT, REFERENCE, interpreter

SIZED = {
    "initial.other-sizes", "full.other-sizes", "empty.other-sizes", "display.other-sizes", "display.labels-other-sizes",
    "display.two-digit-label", "input.two-digits", "input.other-sizes", "input.column-10", "add.other-sizes",
    "remove.other-sizes", "win.other-sizes", "game.other-sizes", "game.column-10", "scenario.size-4-loss-by-pop",
    "scenario.size-4-draw", "scenario.size-4-faults", "scenario.size-4-full-board", "scenario.size-10",
}  # fmt: skip
"""Every check of another size than 8, or of numbers with two digits (spec 0)."""
OTHER_EDITION = ASSIGNMENT.__class__(
    manifest=msgspec.structs.replace(ASSIGNMENT.manifest, leave_out=("7030-only",)),
    grader=ASSIGNMENT.grader,
    reference=ASSIGNMENT.reference,
    starter=ASSIGNMENT.starter,
    scenarios=ASSIGNMENT.scenarios,
)
ONE_DIGIT = next(e for e in exemplars_of(ASSIGNMENT.id) if e.id == "faulty/input-one-digit-only")


def graded(text: str, assignment=ASSIGNMENT) -> Result:
    """Return the result of one file."""
    with Grader(assignment, select_backend(interpreter(), minimum=Level.E)) as grader:
        return grader.grade(
            submission_from_bytes("ada", {"a1.py": text.encode()}, assignment)
        ).result


def fixed_board() -> str:
    """Return a program that a student of CSSE1001 might hand in: 8 by 8, one digit."""
    text = build(ONE_DIGIT, ASSIGNMENT.reference, ASSIGNMENT.files.solved)["a1.py"].decode()
    return text.replace("BOARD_SIZE", "8")


@pytest.mark.nightly
def test_reference_has_full_marks_in_both_editions() -> None:
    """Corner cases weigh less; checks of a function's main purpose and of the whole program weigh more."""
    whole = graded(REFERENCE)
    assert (whole.marks, whole.max_marks) == (6, 6)
    worth = {check.id: check.max_marks for check in whole.checks}
    usual = worth["hours.float"]
    assert {name: marks / usual for name, marks in worth.items() if marks != usual} == {
        "main.corner-answers": Fraction(2, 3),
        "scenario.size-4-draw": Fraction(2, 3),
        **dict.fromkeys(("initial.board", "full.levels", "empty.levels", "display.grid"), 2),
        **dict.fromkeys(("add.lands", "remove.drops", "game.turns"), 2),
        **dict.fromkeys(("scenario.first-game", "file.refusals"), 2),
        **dict.fromkeys(("file.pops", "file.long-game", "file.transcript"), Fraction(10, 3)),
        "file.wins": Fraction(14, 3),
        **dict.fromkeys(("file.plays", "file.popped-turn"), Fraction(22, 3)),
        "file.boards": 12,
        **dict.fromkeys(("file.numbers", "file.nothing-else"), 8),
        "file.turns": Fraction(28, 3),
        **dict.fromkeys(("file.prompts", "file.bad-commands"), Fraction(16, 3)),
        "file.refused-moves": Fraction(20, 3),
        "file.outcomes": Fraction(32, 3),
    }
    own = [marks for name, marks in worth.items() if name.startswith("file.")]
    assert sum(own) + worth["scenario.first-game"] == Fraction(302, 100)
    assert [(part.name.split()[0], part.max_marks) for part in whole.manual] == [("Style", 4)]
    assert whole.findings == () and whole.flags == ()
    public = sum(check.max_marks for check in whole.checks if check.visibility is Visibility.PUBLIC)
    assert Fraction(1, 3) < public / 6 < Fraction(2, 3)


@pytest.mark.slow
def test_fixed_board_gets_full_marks_in_its_own_edition_only(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without "7030-only" checks, a program for 8 by 8 and one digit passes all. Here it fails those, and is flagged."""
    whole = graded(fixed_board())
    failed = {check.id for check in whole.checks if check.verdict is not Verdict.PASSED}
    assert (
        {"initial.other-sizes", "input.two-digits", "input.other-sizes", "input.column-10"}
        <= failed
        <= SIZED
    )
    assert len(whole.flags) == 2
    monkeypatch.setenv(
        "GRADER_CACHE", str(tmp_path)
    )  # recordings of another edition need their own cache
    other = graded(fixed_board(), OTHER_EDITION)
    assert (other.marks, other.max_marks) == (6, 6)
    assert {check.id for check in other.checks} == {check.id for check in whole.checks} - SIZED


MODULES = sorted(ASSIGNMENT.grader.glob("test_*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_module_is_public_or_hidden_as_a_whole(path: Path) -> None:
    """The name of a hidden module ends in _hidden, and no public module imports one."""
    tree = ast.parse(path.read_text())
    if path.stem != "test_scenarios":
        told = [
            " ".join(ast.unparse(decorator) for decorator in node.decorator_list)
            for node in tree.body
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        ]
        assert {
            bool(re.search(r"\*\*(HIDDEN|SIZED_HIDDEN|CORNERS|WHOLE_HIDDEN|LONG_HIDDEN)\b", words))
            for words in told
        } == {path.stem.endswith("_hidden")}
    if not path.stem.endswith("_hidden"):
        imported = [
            node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)
        ]
        assert not [name for name in imported if name.endswith("_hidden")]
