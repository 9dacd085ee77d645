"""No value that a submission returns breaks a check: for any plain data, the check passes or fails.

The checks are called with a session that damages the reference's answers: parts are replaced by unfitting values, left
out, or doubled. Any exception except a check's own would be a grader fault.
"""

from __future__ import annotations

import ast
import copy
import importlib
import inspect
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from graders.harness.assignment.check import MARK
from graders.harness.protocol import values
from graders.harness.replay import engine, recording
from graders.harness.session.oracle import Oracle
from graders.harness.session.plan import ProcessPlan
from tests import nightly
from tests.graders.csc148_2020_blocky import worlds

CHECKS = [
    (path.stem, node.name)
    for path in sorted(worlds.ASSIGNMENT.grader.glob("test_*.py"))
    for node in ast.parse(path.read_text()).body
    if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
]
UNFITTING: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    99,
    10**30,
    1.5,
    float("nan"),
    float("inf"),
    "",
    "x",
    "PROD",
    "not there",
    b"b",
    [],
    [[]],
    [1, 2],
    (1, 2),
    (),
    {},
    {1: 2},
    {"result": 1},
    frozenset([1]),
    values.Opaque("T"),
    [[], [], [], []],
    [(0, 0), 8, 0, 0, 1, []],
    ["a"] * 6,
    [0] * 6,
    [[0] * 4] * 4,
    [None] * 4,
]
ROUNDS = 10 * nightly.PASSES
EXAMPLES = 8


def damaged(value: Any, dice: random.Random, chance: float) -> Any:
    """Return *value* with some of its parts damaged."""
    if dice.random() < chance:
        return copy.deepcopy(dice.choice(UNFITTING))
    if isinstance(value, list):
        parts = [damaged(part, dice, chance) for part in value]
        if parts and dice.random() < chance:
            del parts[dice.randrange(len(parts))]
        if parts and dice.random() < chance:
            parts.append(dice.choice(parts))
        return parts
    if isinstance(value, tuple):
        return tuple(damaged(part, dice, chance) for part in value)
    if isinstance(value, dict):
        return {
            key: damaged(part, dice, chance)
            for key, part in value.items()
            if dice.random() > chance / 3
        }
    return value


class Liar:
    """A session that damages the reference's answers."""

    def __init__(self, reference: Oracle, seed: int) -> None:
        self._reference = reference
        self._dice = random.Random(seed)
        self._chance = self._dice.choice([0.5, 0.1, 0.02, 0.005, 0.001])

    def __getattr__(self, operation: str) -> Callable[..., Any]:
        return lambda *arguments: damaged(
            self._reference.call(operation, arguments), self._dice, self._chance
        )


@pytest.fixture(scope="module")
def reference() -> Iterator[Oracle]:
    """The reference, which remembers its answers."""
    with worlds.session() as live:
        yield Oracle(
            lambda: (live, lambda: ProcessPlan(worlds.ASSIGNMENT.manifest.limits)), {}, record=True
        )


def examples(function: Any, fixtures: list[str]) -> list[dict[str, Any]]:
    """Return inputs of a check: drawn examples of a property, all scenarios of a scenario check, else an empty input."""
    if getattr(function, "is_hypothesis_test", False):
        drawn = engine.draw(function, dict.fromkeys(fixtures), function.__name__, EXAMPLES)
        return [recording.decode_example(raw) for raw in drawn]
    for mark in getattr(function, "pytestmark", []):
        if mark.name == "parametrize":
            return [dict(zip([mark.args[0]], case.values, strict=True)) for case in mark.args[1]]
    assert any(mark.name == MARK for mark in function.pytestmark)
    return [{}]


def times_failed(function: Any, reference: Oracle) -> int:
    """Run a check on damaged answers; return how often it failed. Any exception except a check's own is raised."""
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
        except AssertionError:
            failed += 1
    return failed


@pytest.mark.slow
@pytest.mark.parametrize(("module", "name"), nightly.one_in(3, CHECKS))
def test_no_damaged_answer_breaks_the_check(
    module: str, name: str, reference: Oracle, pytestconfig: pytest.Config
) -> None:
    """A damaged answer makes the check pass or fail, and some damage makes it fail."""
    pytestconfig.addinivalue_line(
        "markers", f"{MARK}: a check, imported here as an ordinary function"
    )
    function = getattr(importlib.import_module(f"graders.csc148_2020_blocky.{module}"), name)
    assert times_failed(function, reference) > 0
