"""The claim *controls*: a check that fails by faults of a function that it does not name."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from graders.extensions.authoring.controls import Charge, charged, charging_checks
from graders.extensions.authoring.verification.claims import ClaimState
from graders.extensions.shared.mutants import Mutant
from graders.harness.result import Cause, CauseKind
from tests.extensions.authoring.verification.test_verify import apart, cache, tried  # noqa: F401 (fixtures)
from tests.extensions.authoring.verification.worlds import CONTROLS, world
from tests.world import TOY


def mutants(function: str, number: int = 2) -> list[Mutant]:
    """Return mutants of *function*."""
    return [Mutant(f"{function} {index}", "a.py", 1, b"") for index in range(number)]


def test_check_is_compared_with_the_functions_that_it_names() -> None:
    """A name is a function's without underscores; a constructor's is that of its class."""
    functions = ("a.py Block.swap", "a.py _get_block", "a.py Block.__init__")
    by_function = {function: mutants(function) for function in functions}
    docstrings = {
        "block.swap": "It swaps.",
        "player.clicks": "_get_block finds a block.",
        "block.new": "A new Block has no parent.",
    }
    failed = {mutant.name: set(docstrings) for group in by_function.values() for mutant in group}
    found = {(charge.check, charge.function) for charge in charged(by_function, failed, docstrings)}
    assert found == {
        ("player.clicks", "a.py Block.swap"),
        ("block.new", "a.py Block.swap"),
        ("block.swap", "a.py _get_block"),
        ("block.new", "a.py _get_block"),
        ("block.swap", "a.py Block.__init__"),
        ("player.clicks", "a.py Block.__init__"),
    }


def test_class_names_a_method_that_no_check_names() -> None:
    """A function that no check names at all is a helper of the reference."""
    by_function = {one: mutants(one) for one in ("a.py Smart.move", "a.py helper")}
    docstrings = {
        "player.passes": "A Smart player passes.",
        "goal.one": "The goal is one.",
    }
    failed = {mutant.name: set(docstrings) for group in by_function.values() for mutant in group}
    failed["a.py Smart.move 0"] = set()
    assert charged(by_function, failed, docstrings) == [
        Charge("goal.one", "a.py Smart.move", 1, 1, "a.py Smart.move 1")
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    "cause",
    [
        Cause(CauseKind.TOTAL_WALL_LIMIT, limit=80),
        Cause(CauseKind.FILE_BROKEN, file="Sums.java", detail="';' expected"),
        Cause(CauseKind.EXCEPTION, name="NameError", loading="sums.py"),
    ],
    ids=lambda cause: cause.kind.value,
)
def test_check_that_could_not_run_charges_nothing(cause: Cause) -> None:
    """The time was used up by the function's own checks, or the whole file does not load."""
    graded = TOY.grade(sums="def total(numbers):\n    return 0\n").result
    failed = charging_checks(graded)
    assert "sums.total" in failed
    checks = tuple(
        msgspec.structs.replace(check, cause=cause) if check.id == "sums.total" else check
        for check in graded.checks
    )
    assert charging_checks(msgspec.structs.replace(graded, checks=checks)) == failed - {
        "sums.total"
    }


@pytest.mark.slow
@pytest.mark.nightly
def test_charge_needs_the_name_or_a_reason(tmp_path: Path) -> None:
    """A check's id may have the name, too. An entry that nothing needs any more is an error."""
    entry = '[[charge]]\ncheck = "{}"\nfunction = "clock.py later"\nreason = "a test"\n'
    renamed = {"graders/clock/test_clock.py": ('"later.any"', '"clock.any"')}
    root = world(tmp_path / "a" / "world", {**renamed, CONTROLS: ("", entry.format("later.*"))})
    charge, stale = tried(root, "controls")["controls"].problems
    assert charge.startswith(
        "clock.any charges clock.py later: fails 5 of its 5 mutants, such as clock.py later: "
    )
    assert (
        stale
        == "controls.toml: later.* no longer charges clock.py later; correct or remove the entry"
    )
    root = world(tmp_path / "b" / "world", {**renamed, CONTROLS: ("", entry.format("clock.*"))})
    found = tried(root, "controls")["controls"]
    assert (found.state, len(found.rows)) == (ClaimState.HOLDS, 1)
