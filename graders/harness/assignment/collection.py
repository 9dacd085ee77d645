"""Rules for all checks, tested when checks are collected."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from graders.harness.assignment.check import CheckSpec, title_of
from graders.harness.assignment.manifest import Assignment, Manifest
from graders.harness.assignment.naming import did_you_mean
from graders.harness.errors import NOT_GRADABLE, GraderError
from graders.harness.result import Visibility, exact

if TYPE_CHECKING:
    import pytest

STATEFUL = re.compile(
    rb"^\s*(from hypothesis\.stateful import |import hypothesis\.stateful\b"
    rb"|from hypothesis import [^#\n]*\bstateful\b)",
    re.MULTILINE,
)
"""An import of Hypothesis' state machines, in a module of checks."""


class CollectionError(GraderError):
    """A check breaks a rule for all checks; the message names both."""

    status = NOT_GRADABLE


def is_property(item: pytest.Item) -> bool:
    """Return whether *item* is a Hypothesis test."""
    return getattr(getattr(item, "obj", None), "is_hypothesis_test", False) is True


def validate(
    items: list[tuple[pytest.Item, CheckSpec]],
    assignment: Assignment,
    *,
    unfinished: bool = False,
) -> None:
    """Raise CollectionError unless the collected checks match the manifest and the rules.

    unfinished: the sums of marks need not match yet.
    """
    if not items:
        folder = f"graders/{assignment.id}"
        raise CollectionError(f"{folder} has no checks: write {folder}/test_*.py")
    for path in sorted({item.path for item, _ in items}):
        if STATEFUL.search(path.read_bytes()):
            raise CollectionError(
                f"{path.name} uses state machines, which choose their steps by answers, so that "
                "no run can be replayed; draw a list of steps and make them in a loop of one "
                'script (docs/writing-a-grader.md, "Hypothesis in checks", has an example)'
            )
    manifest = assignment.manifest
    sums = {task.id: Fraction(0) for task in manifest.tasks}
    seen: set[str] = set()
    for item, spec in items:
        if spec.id in seen:
            raise CollectionError(f"two checks are called {spec.id}")
        seen.add(spec.id)
        _validate_check(item, spec, manifest)
        sums[spec.task] += spec.marks
    if not unfinished:
        _validate_sums(sums, manifest)
        _validate_never_released((spec for _, spec in items), manifest)


def _validate_check(item: pytest.Item, spec: CheckSpec, manifest: Manifest) -> None:
    tasks = [task.id for task in manifest.tasks]
    if spec.task not in tasks:
        raise CollectionError(
            f"{spec.id}: the manifest has no task {spec.task!r}{did_you_mean(spec.task, tasks)}"
        )
    if not title_of(item, spec):
        raise CollectionError(f"{spec.id} has no title; give its function a docstring")
    if spec.asks and spec.visibility is Visibility.PUBLIC:
        raise CollectionError(
            f"{spec.id} opens asks, so it cannot be public: a student's copy has no "
            "reference to ask"
        )
    for variant in spec.variants:
        if variant not in ("own", *manifest.variants):
            advice = did_you_mean(variant, manifest.variants)
            raise CollectionError(f"{spec.id}: the manifest has no variant {variant!r}{advice}")


def _validate_sums(sums: Mapping[str, Fraction], manifest: Manifest) -> None:
    """Require that the marks of a task's checks add up to its marks, unless they are shares."""
    for task in manifest.tasks:
        is_spread = task.shares and sums[task.id] > 0
        if not is_spread and sums[task.id] != exact(task.marks):
            raise CollectionError(
                f"the checks of task {task.id} are worth {float(sums[task.id]):.10g}, but "
                f"the manifest says {task.marks:g}"
            )


def _validate_never_released(specs: Iterable[CheckSpec], manifest: Manifest) -> None:
    """Require that each pattern matches a hidden check: a misspelt one would show a check."""
    hidden = [spec.id for spec in specs if spec.visibility is Visibility.HIDDEN]
    for pattern in manifest.never_released:
        if not fnmatch.filter(hidden, pattern):
            raise CollectionError(
                f"never_released names {pattern!r}, which is no hidden check"
                f"{did_you_mean(pattern, hidden)}"
            )
