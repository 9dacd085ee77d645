"""The rules that every check keeps, proved when checks are collected."""

from __future__ import annotations

import ast
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from graders.harness.assignment.check import CheckSpec, title_of
from graders.harness.assignment.manifest import Assignment, exact
from graders.harness.assignment.naming import did_you_mean
from graders.harness.errors import NOT_GRADABLE, GraderError
from graders.harness.result import Visibility

if TYPE_CHECKING:
    import pytest

_REFUSED = frozenset(
    {"assume", "note", "event", "target", "reject", "data", "RuleBasedStateMachine", "stateful"}
)


class CollectionError(GraderError):
    """A check breaks a rule that every check must keep; names the check and the rule."""

    status = NOT_GRADABLE


def is_property(item: pytest.Item) -> bool:
    """Say whether *item* is driven by Hypothesis."""
    return getattr(getattr(item, "obj", None), "is_hypothesis_test", False) is True


def refused_names(path: Path) -> list[str]:
    """Return what a module of checks uses that exists only inside Hypothesis' engine, sorted.

    Checks are replayed outside the engine; ``data()``, state machines, ``note``, ``event``,
    ``target``, ``assume`` cannot be.
    """
    tree = ast.parse(path.read_bytes(), str(path))
    modules = {"hypothesis", "hypothesis.strategies", "hypothesis.stateful"}
    aliases: set[str] = set()
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in modules:
            found.update(name.name for name in node.names if name.name in _REFUSED)
            aliases.update(
                name.asname or name.name
                for name in node.names
                if name.name in ("strategies", "stateful")
            )
        elif isinstance(node, ast.Import):
            aliases.update(
                (name.asname or name.name).split(".")[0]
                for name in node.names
                if name.name in modules
            )
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in _REFUSED:
            base = node.value
            while isinstance(base, ast.Attribute):
                base = base.value
            if isinstance(base, ast.Name) and base.id in aliases:
                found.add(node.attr)
    return sorted(found)


def validate(
    items: list[tuple[pytest.Item, CheckSpec]], assignment: Assignment, *, unfinished: bool = False
) -> None:
    """Raise CollectionError unless the collected checks fit the manifest and the rules for checks.

    unfinished: what they are worth together need not fit yet.
    """
    manifest = assignment.manifest
    sums = {task.id: Fraction(0) for task in manifest.tasks}
    seen: set[str] = set()
    for path in sorted({item.path for item, _ in items}):
        names = refused_names(path)
        if names:
            raise CollectionError(
                f"{path.name} uses {', '.join(names)}, which cannot be replayed; draw "
                "plain data instead"
            )
    for item, spec in items:
        if spec.id in seen:
            raise CollectionError(f"two checks are called {spec.id}")
        seen.add(spec.id)
        if spec.task not in sums:
            raise CollectionError(
                f"{spec.id}: the manifest has no task {spec.task!r}{did_you_mean(spec.task, sums)}"
            )
        if not title_of(item, spec):
            raise CollectionError(f"{spec.id} has no title; give its function a docstring")
        if spec.asks and spec.visibility is Visibility.PUBLIC:
            raise CollectionError(
                f"{spec.id} opens asks, so it cannot be public: a student's copy has no "
                "reference to ask"
            )
        for variant in spec.variants:
            if variant != "own" and variant not in manifest.variants:
                said = did_you_mean(variant, manifest.variants)
                raise CollectionError(f"{spec.id}: the manifest has no variant {variant!r}{said}")
        sums[spec.task] += spec.marks
    for task in manifest.tasks:
        if unfinished or (task.shares and sums[task.id] > 0):
            continue
        if sums[task.id] != exact(task.marks):
            raise CollectionError(
                f"the checks of task {task.id} are worth {sums[task.id]}, but the manifest "
                f"says {task.marks:g}"
            )
