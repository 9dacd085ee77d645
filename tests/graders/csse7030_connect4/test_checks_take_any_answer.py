"""No value that a submission returns breaks a check of Connect 4: the check passes or fails."""

from __future__ import annotations

import ast
import copy
import importlib
import inspect
from collections.abc import Iterator
from typing import Any

import pytest

from graders.harness.assignment.check import MARK, Misbehaved
from graders.harness.session.oracle import Oracle
from graders.harness.session.plan import ProcessPlan
from tests import nightly
from tests.graders.csc148_2020_blocky.test_checks_take_any_answer import Liar, examples
from tests.graders.csse7030_connect4 import worlds

CHECKS = [
    (path.stem, node.name)
    for path in sorted(worlds.ASSIGNMENT.grader.glob("test_*.py"))
    for node in ast.parse(path.read_text()).body
    if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
]
ROUNDS = 10 * nightly.PASSES


@pytest.fixture(scope="module")
def reference() -> Iterator[Oracle]:
    """The reference, which remembers its answers."""
    with worlds.session() as live:
        yield Oracle(
            lambda: (live, lambda: ProcessPlan(worlds.ASSIGNMENT.manifest.limits)), {}, record=True
        )


@pytest.mark.parametrize(("module", "name"), nightly.one_in(3, CHECKS))
def test_no_damaged_answer_breaks_the_check(
    module: str, name: str, reference: Oracle, pytestconfig: pytest.Config
) -> None:
    """A damaged answer makes the check pass or fail, and some damage makes it fail."""
    pytestconfig.addinivalue_line(
        "markers", f"{MARK}: a check, imported here as an ordinary function"
    )
    function: Any = getattr(importlib.import_module(f"graders.csse7030_connect4.{module}"), name)
    inner = function.hypothesis.inner_test if hasattr(function, "hypothesis") else function
    fixtures = [
        name for name in inspect.signature(inner).parameters if name in ("student", "reference")
    ]
    inputs = examples(function, fixtures)
    failed = 0
    for seed in range(ROUNDS):
        given = {"student": Liar(reference, seed), "reference": reference}
        try:
            inner(
                **{name: given[name] for name in fixtures},
                **copy.deepcopy(inputs[seed % len(inputs)]),
            )
        except (AssertionError, Misbehaved):
            failed += 1
    assert failed > 0
