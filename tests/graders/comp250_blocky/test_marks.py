"""The marks of every method are the handout's, and so is the part of them that public checks give."""

from __future__ import annotations

import ast
from collections import Counter
from fractions import Fraction

from graders.harness.assignment.scenario import scenarios_of
from graders.harness.result import Visibility, exact
from tests.graders.comp250_blocky.worlds import ASSIGNMENT

HANDOUT = {
    "constructor": ("part-1", 4, 6),
    "update": ("part-1", 4, 6),
    "draw": ("part-1", 4, 6),
    "select": ("part-2", 6, 6),
    "reflect": ("part-2", 2, 4),
    "rotate": ("part-2", 2, 4),
    "smash": ("part-2", 2, 4),
    "flatten": ("part-3", 6, 9),
    "perimeter": ("part-3", 2 - 1, 3),
    "undiscovered": ("part-3", 6, 8),
    "blob": ("part-3", 2 - 1, 4),
    "game": ("part-3", 2, 0),
}
"""Method -> its part, its public and its hidden marks (spec 4).

The whole game has a public mark of each of the two scores, because the course scored boards that the constructor made.
"""
SHOULD = {
    "update.refuses-shallow": 0.5,
    "select.edges": 0.5,
    "smash.clears-colour": 1,
    "undiscovered.not-square": 1,
}
"""Checks of behaviour that the handout only recommends: at most one mark each (spec 7.8)."""


def all_checks() -> list[tuple[str, str, Fraction, str]]:
    """Return (id, task, marks, visibility) of every check, from the modules and scenarios."""
    found = []
    for path in sorted(ASSIGNMENT.grader.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "check"
            ):
                if not node.args or not isinstance(node.args[0], ast.Constant):
                    continue  # scenarios
                keys = {
                    key.arg: key.value.value
                    for key in node.keywords
                    if isinstance(key.value, ast.Constant)
                }
                visible = str(keys.get("visibility", "public"))
                found.append(
                    (str(node.args[0].value), str(keys["task"]), exact(keys["marks"]), visible)
                )
    for scenario in scenarios_of(ASSIGNMENT):
        method = scenario.name.split("-")[0].replace("construct", "constructor")
        found.append(
            (f"{method}.{scenario.id}", scenario.task, scenario.marks, scenario.visibility.value)
        )
    return found


def test_every_method_has_the_handouts_marks() -> None:
    """They are in its part, and divided into public and hidden ones as the course did."""
    marks: Counter[tuple[str, str, str]] = Counter()
    for name, task, worth, visibility in all_checks():
        marks[name.split(".")[0], task, visibility] += worth  # type: ignore[assignment]
    want = {}
    for method, (part, public, hidden) in HANDOUT.items():
        want[method, part, Visibility.PUBLIC.value] = public
        want[method, part, Visibility.HIDDEN.value] = hidden
    assert marks == Counter(want)


def test_parts_have_the_handouts_marks() -> None:
    assert {task.id: task.marks for task in ASSIGNMENT.manifest.tasks} == {
        "part-1": 30,
        "part-2": 30,
        "part-3": 40,
    }


def test_recommended_behaviour_has_few_marks() -> None:
    """Each of them has at most one mark."""
    marks = {name: worth for name, _task, worth, _visibility in all_checks()}
    assert {name: marks[name] for name in SHOULD} == SHOULD
