"""No value that a submission returns breaks a check of the older Blocky: the check passes or fails."""

from __future__ import annotations

import ast
import contextlib
import copy
import importlib
import inspect
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from graders.harness.assignment.check import MARK
from graders.harness.session.oracle import Oracle
from graders.harness.session.plan import ProcessPlan
from tests import nightly
from tests.graders.csc148_2018_blocky import worlds
from tests.graders.csc148_2020_blocky.test_checks_take_any_answer import (
    Liar,
    examples,
    times_failed,
)

CHECKS = [
    (path.stem, node.name)
    for path in sorted(worlds.ASSIGNMENT.grader.glob("test_*.py"))
    for node in ast.parse(path.read_text()).body
    if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
]


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
    function = getattr(importlib.import_module(f"graders.csc148_2018_blocky.{module}"), name)
    assert times_failed(function, reference) > 0


class Listener:
    """A session that records its calls."""

    def __init__(self, reference: Oracle) -> None:
        self._reference = reference
        self.asked: set[str] = set()

    def __getattr__(self, operation: str) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            self.asked.add(repr((operation, arguments)))
            return self._reference.call(operation, arguments)

        return call


@pytest.mark.parametrize(
    ("module", "name"), [check for check in CHECKS if not check[0].endswith("_hidden")]
)
def test_calls_of_public_checks_to_the_reference_do_not_depend_on_the_student(
    module: str, name: str, reference: Oracle
) -> None:
    """The recorded answers of the reference then serve every student."""
    function = getattr(importlib.import_module(f"graders.csc148_2018_blocky.{module}"), name)
    inner = function.hypothesis.inner_test if hasattr(function, "hypothesis") else function
    fixtures = [
        name for name in inspect.signature(inner).parameters if name in ("student", "reference")
    ]
    for number, example in enumerate(examples(function, fixtures)):
        usual, other = Listener(reference), Listener(reference)
        for student, listener in ((usual, usual), (Liar(reference, number), other)):
            given = {"student": student, "reference": listener}
            with contextlib.suppress(AssertionError):
                inner(**{name: given[name] for name in fixtures}, **copy.deepcopy(example))
        assert other.asked <= usual.asked
