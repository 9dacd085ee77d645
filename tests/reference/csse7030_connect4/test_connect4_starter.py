"""Starter of Connect 4, as made from the reference (spec 1, 2, 10)."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest
from connect4_game import REFERENCE, game, support

from graders.harness.handout.starter import build, starter_files

SIGNATURES = {
    "num_hours": "() -> float",
    "generate_initial_board": "() -> list[str]",
    "is_column_full": "(column: str) -> bool",
    "is_column_empty": "(column: str) -> bool",
    "display_board": "(board: list[str]) -> None",
    "check_input": "(command: str) -> bool",
    "get_action": "() -> str",
    "add_piece": "(board: list[str], piece: str, column_index: int) -> bool",
    "remove_piece": "(board: list[str], column_index: int) -> bool",
    "check_win": f"(board: list[str]) -> {'str | None' if sys.version_info >= (3, 14) else 'Optional[str]'}",
    "play_game": "() -> None",
    "main": "() -> None",
}


@pytest.fixture(scope="module")
def starter() -> dict[str, bytes]:
    """The starter's files."""
    return starter_files(REFERENCE)


def test_its_files(starter: dict[str, bytes]) -> None:
    """The README, the file to write, the unchanged support file, and six example games; LF everywhere."""
    names = [
        "special_commands",
        "invalid_moves",
        "draw",
        "two_valid_games",
        "7030_BOARD_SIZE_4",
        "7030_BOARD_SIZE_10",
    ]
    assert starter.keys() == {
        "README.md",
        "a1.py",
        "a1_support.py",
        *(f"gameplay/{name}.txt" for name in names),
    }
    assert starter["a1_support.py"] == (REFERENCE / "a1_support.py").read_bytes()
    assert b"\r" not in b"".join(starter.values())


def test_the_file_to_write(starter: dict[str, bytes]) -> None:
    """Two imports, a main with only a docstring of one line, the guard, and spaces for the rest."""
    text = starter["a1.py"].decode()
    typing_import, support_import, main, guard = ast.parse(text).body
    assert ast.unparse(typing_import) == "from typing import Optional"
    assert ast.unparse(support_import) == "from a1_support import *"
    assert isinstance(main, ast.FunctionDef)
    assert ast.unparse(main).startswith("def main() -> None:\n")
    assert len(main.body) == 1
    assert "\n" not in (ast.get_docstring(main, clean=False) or "\n")
    assert ast.unparse(guard) == "if __name__ == '__main__':\n    main()"
    comments = [line for line in text.splitlines() if line.startswith("#")]
    assert [line for line in comments if "import" in line][:1] == comments[:1]
    assert {"# Name:", "# Student number:"} < set(comments)
    assert any(set(line) == {"#", " ", "-"} for line in comments)


@pytest.mark.slow
def test_it_runs_and_prints_nothing(tmp_path: Path) -> None:
    """Its functions are not written yet."""
    build(REFERENCE, tmp_path)
    ended = subprocess.run(
        [sys.executable, "-B", "a1.py"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert ended.stdout == ended.stderr == ""


def test_the_reference_has_the_functions_of_the_facts() -> None:
    """Names, parameters and annotations; `Optional` may have its module in front."""
    for name, signature in SIGNATURES.items():
        assert str(inspect.signature(getattr(game(), name))).replace("typing.", "") == signature, (
            name
        )


def test_the_reference_uses_only_the_language_allowed_to_students() -> None:
    """Two imports, nothing that lectures had not covered, no call outside a function (spec 11)."""
    tree = ast.parse((REFERENCE / "a1.py").read_text(encoding="utf-8"), feature_version=(3, 8))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert len(imports) == 2
    uncovered = (
        ast.ClassDef, ast.Dict, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda,
        ast.Try, ast.Raise, ast.With, ast.Global, ast.Nonlocal, ast.Yield, ast.NamedExpr, ast.Starred, ast.Match,
    )  # fmt: skip
    assert [ast.unparse(node) for node in ast.walk(tree) if isinstance(node, uncovered)] == []
    outside = [node for node in tree.body if not isinstance(node, ast.FunctionDef | ast.If)]
    assert [call for node in outside for call in ast.walk(node) if isinstance(call, ast.Call)] == []
    names = {name for name in vars(game()) if name.isupper()} - vars(support()).keys()
    assert all(isinstance(getattr(game(), name), str | float | tuple) for name in names)
