"""Starter of Columns: an interface loop without its formats, a class without its methods, and one test (spec 15)."""

from __future__ import annotations

import ast
import inspect
import os
import subprocess
import sys
from typing import Any

import pytest
from columns_games import MODULES, play, typed

CONTENTS = "Sequence[str] | None" if sys.version_info >= (3, 14) else "Optional[Sequence[str]]"
METHODS = {
    "__init__": f"(self, rows: int, columns: int, contents: {CONTENTS} = None) -> None",
    "rows": "(self) -> int",
    "columns": "(self) -> int",
    "cell": "(self, row: int, column: int) -> columns.Cell",
    "is_over": "(self) -> bool",
    "create_faller": "(self, column: int, colours: Sequence[str]) -> None",
    "rotate": "(self) -> None",
    "move_left": "(self) -> None",
    "move_right": "(self) -> None",
    "tick": "(self) -> None",
}


def methods(cls: type) -> dict[str, str]:
    """Return the signatures of the methods of a class."""
    return {
        name: str(inspect.signature(value)).replace("typing.", "")
        for name, value in vars(cls).items()
        if inspect.isfunction(value)
    }


def test_class_has_empty_methods(unsolved: Any) -> None:
    """They have the reference's signatures and docstrings, and do nothing."""
    assert methods(unsolved.columns.Columns) == METHODS
    game = unsolved.columns.Columns(4, 3, ["   ", "   ", "   ", "STV"])
    assert (game.rows(), game.columns(), game.is_over()) == (0, 0, False)
    assert (game.cell(4, 1).colour, game.cell(4, 1).state) == (None, "empty")
    for action in (game.rotate, game.move_left, game.move_right, game.tick):
        assert action() is None
    assert game.create_faller(1, "XYZ") is None
    assert vars(game) == {}
    assert all(inspect.getdoc(getattr(unsolved.columns.Columns, name)) for name in METHODS)


def test_reference_adds_private_methods_only(solved: Any) -> None:
    """The reference has every name of the starter."""
    ours = methods(solved.columns.Columns)
    assert METHODS.items() <= ours.items()
    assert all(name.startswith("_") for name in ours.keys() - METHODS.keys())


def test_interface_loop_runs_and_formats_nothing(unsolved: Any) -> None:
    """Every command leads to a display, which is one empty line until it is written."""
    assert play(
        unsolved, typed("4 / 3 / CONTENTS / ... / ... / ... / S.T / _ / R / < / > / F 1 X Y Z / Q")
    ) == (
        "\n" * 6,
        "",
    )
    cell = unsolved.columns.Cell("S", "frozen")
    assert unsolved.project4.format_cell(cell) == unsolved.project4.format_floor(None) == ""
    assert unsolved.project4.format_row(None, 1) == ""


def test_starter_is_python_3_8(unsolved: Any) -> None:
    """Students may still use it. The first lines have space for a name."""
    assert {path.stem for path in unsolved.folder.glob("*.py")} == {*MODULES, "example_tests"}
    for path in unsolved.folder.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        ast.parse(text, filename=path.name, feature_version=(3, 8))
        assert path.stem not in MODULES or text.startswith("# Your name and student number:\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("which", "outcome"), [("solved", "2 passed"), ("unsolved", "1 failed, 1 passed")]
)
def test_example_tests_run_on_both(
    request: pytest.FixtureRequest, which: str, outcome: str
) -> None:
    """The game passes on the reference only; the test for one executable module passes on both."""
    ended = subprocess.run(
        [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "example_tests.py"],
        cwd=request.getfixturevalue(which).folder,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.stdout.strip().splitlines()[-1].startswith(outcome), ended.stdout
