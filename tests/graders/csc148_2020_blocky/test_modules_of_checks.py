"""Modules of checks are public or hidden as a whole, so that students can receive the public ones unchanged."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.graders.csc148_2020_blocky.worlds import ASSIGNMENT

MODULES = sorted(ASSIGNMENT.grader.glob("test_*.py"))
PUBLIC = [path for path in MODULES if not path.stem.endswith("_hidden")]
SHARED = [path for folder in ASSIGNMENT.shared for path in sorted(folder.glob("*.py"))]
GIVEN_TO_STUDENTS = [
    *PUBLIC,
    *(ASSIGNMENT.grader / name for name in ("showing.py", "strategies.py")),
    *SHARED,
]


def says_hidden(path: Path) -> list[bool]:
    """Return for each check of a module whether its decorator, or the module's common declaration, makes it hidden."""
    tree = ast.parse(path.read_text())
    found = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            told = " ".join(ast.unparse(decorator) for decorator in node.decorator_list)
            found.append("visibility='hidden'" in told or "**HIDDEN" in told)
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_module_is_public_or_hidden_as_a_whole(path: Path) -> None:
    """The name of a hidden module ends in _hidden."""
    checks = says_hidden(path)
    assert checks
    assert set(checks) == {path.stem.endswith("_hidden")}


@pytest.mark.parametrize("path", GIVEN_TO_STUDENTS, ids=lambda path: path.stem)
def test_files_for_students_need_no_hidden_module(path: Path) -> None:
    """No public module imports a hidden one."""
    imported = [
        node.module or ""
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom)
    ] + [
        name.name
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Import)
        for name in node.names
    ]
    assert not [name for name in imported if name.endswith("_hidden")]
