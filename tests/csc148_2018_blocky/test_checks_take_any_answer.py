"""No answer of a submission breaks a check of the older Blocky: it passes or fails, whatever plain data comes back."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator

import pytest

from graders.harness.check import MARK
from graders.harness.session import Oracle
from tests.csc148_2018_blocky import worlds
from tests.csc148_2020_blocky.test_checks_take_any_answer import times_failed

CHECKS = [
    (path.stem, node.name)
    for path in sorted(worlds.ASSIGNMENT.grader.glob("test_*.py"))
    for node in ast.parse(path.read_text()).body
    if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
]


@pytest.fixture(scope="module")
def reference() -> Iterator[Oracle]:
    """Return the reference, which remembers its answers."""
    with worlds.session() as live:
        oracle = Oracle(lambda: live, {})
        oracle.record = True
        yield oracle


@pytest.mark.parametrize(("module", "name"), CHECKS)
def test_no_answer_breaks_the_check(module: str, name: str, reference: Oracle, pytestconfig: pytest.Config) -> None:
    """Damaged answers make the check fail, or pass, never break; and not all damage passes."""
    pytestconfig.addinivalue_line("markers", f"{MARK}: a check, imported here as an ordinary function")
    function = getattr(importlib.import_module(f"graders.csc148_2018_blocky.{module}"), name)
    assert times_failed(function, reference) > 0
