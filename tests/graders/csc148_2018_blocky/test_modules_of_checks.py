"""Modules of checks are public or hidden as a whole. Public ones need neither hidden modules nor callbacks to the judge."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.graders.csc148_2018_blocky.worlds import ASSIGNMENT
from tests.graders.csc148_2020_blocky.test_modules_of_checks import says_hidden

MODULES = sorted(ASSIGNMENT.grader.glob("test_*.py"))
PUBLIC = [path for path in MODULES if not path.stem.endswith("_hidden")]
SHARED = [path for folder in ASSIGNMENT.shared for path in sorted(folder.glob("*.py"))]
GIVEN_TO_STUDENTS = [
    *PUBLIC,
    *(ASSIGNMENT.grader / name for name in ("showing.py", "strategies.py")),
    *SHARED,
]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_module_is_public_or_hidden_as_a_whole(path: Path) -> None:
    """The name of a hidden module ends in _hidden."""
    checks = says_hidden(path)
    assert checks
    assert set(checks) == {path.stem.endswith("_hidden")}


@pytest.mark.parametrize(
    "path", GIVEN_TO_STUDENTS, ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_files_for_students_need_no_hidden_module(path: Path) -> None:
    """No public module names a hidden one."""
    assert "_hidden import" not in path.read_text()


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_check_opens_callbacks(path: Path) -> None:
    """Sound neighbours get their data with the call, so that every check can be replayed without the judge."""
    keywords = [
        node.arg for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.keyword)
    ]
    assert "asks" not in keywords


def test_the_box_gets_no_layout() -> None:
    """In this edition students compute the places of blocks, so the file with the layout stays outside."""
    assert not [name for name in ASSIGNMENT.manifest.driver if name.endswith("layout.py")]
