"""The same checks without a sandbox: student and reference run in the process of the checks, called directly.

A test suite without isolation works like this: the submission's modules are imported, a second copy of the modules is
the reference, and the operations of the assignment's driver call either. Nothing is recorded. Properties are tried on
the grader's examples as explicit ones, or Hypothesis draws as many live as the grader would. Every check runs only in
its first variant (the submission's own files), because the others need a judge to answer callbacks. A right submission
passes there.

Unlike the grader, it has no processes, no pipe and no limits. It needs only pytest, Hypothesis and msgspec, so that it
also runs in the environments of other tools. Paths come from environment variables (``BENCH_...``).
"""

from __future__ import annotations

import importlib
import inspect
import marshal
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import hypothesis

from graders.harness.assignment import distilled
from graders.harness.assignment.check import MARK, CheckSpec
from graders.harness.assignment.manifest import load_assignment
from graders.harness.protocol import values
from graders.harness.result import Visibility

ASSIGNMENT, COURSE, REFERENCE, SUBMISSION = (
    "BENCH_ASSIGNMENT",
    "BENCH_COURSE",
    "BENCH_REFERENCE",
    "BENCH_SUBMISSION",
)
EXAMPLES = "BENCH_EXAMPLES"
DISTILLED, DRAWN = "distilled", "drawn"
"""Values of the variable ``BENCH_EXAMPLES``."""


class Side:
    """One copy of a program's modules. Its attributes are the driver's operations and run in this process."""

    _active: Side | None = None

    def __init__(self, *folders: str) -> None:
        """Import the driver; *folders* are searched for modules in order."""
        self._folders = list(folders)
        self._names = [name for folder in folders for name in _module_names(Path(folder))]
        self._modules: dict[str, ModuleType] = {}
        self._enter()
        self._driver = importlib.import_module("_grader.driver")

    def _enter(self) -> None:
        """Make imports find this side's modules, even during a call."""
        if Side._active is self:
            return
        if Side._active is not None:
            Side._active._leave()
        Side._active = self
        sys.modules.update(self._modules)
        sys.path[:0] = self._folders

    def _leave(self) -> None:
        del sys.path[: len(self._folders)]
        for name in self._names:
            module = sys.modules.pop(name, None)
            if module is not None:
                self._modules[name] = module

    def __getattr__(self, operation: str) -> Callable[..., Any]:
        function = getattr(self._driver, operation)

        def call(*arguments: object) -> Any:
            self._enter()
            plain: Any = arguments
            return function(
                *marshal.loads(marshal.dumps(plain))
            )  # a call must not change what the check holds

        return call


def _module_names(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*.py"):
        parts = path.relative_to(folder).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def student() -> Side:
    """Return the submission's side."""
    return Side(os.environ[COURSE], os.path.abspath(os.environ.get(SUBMISSION, os.curdir)))


@cache
def reference() -> Side:
    """Return the reference's side."""
    return Side(os.environ[COURSE], os.environ[REFERENCE])


@dataclass(frozen=True, slots=True)
class Check:
    """One callable check of the assignment."""

    spec: CheckSpec
    title: str
    function: Callable[..., None]
    values: dict[str, object]

    @property
    def hidden(self) -> bool:
        """Whether the check is hidden from students."""
        return self.spec.visibility is not Visibility.PUBLIC

    def run(self) -> None:
        """Run the check on the submission. Raises AssertionError if it fails."""
        wanted = inspect.signature(self.function).parameters
        sides: dict[str, Callable[[], Side]] = {"student": student, "reference": reference}
        self.function(
            **{name: side() for name, side in sides.items() if name in wanted}, **self.values
        )


def checks() -> list[Check]:
    """Return all checks in the order of the assignment's modules; each parameter set is a check."""
    set_up_hypothesis()
    found: list[Check] = []
    for path in check_modules():
        module = importlib.import_module(f"graders.{os.environ[ASSIGNMENT]}.{path.stem}")
        for function in vars(module).values():
            if inspect.isfunction(function) and function.__module__ == module.__name__:
                found += _checks_of(function)
    return found


def check_modules() -> list[Path]:
    """Return the files that hold checks."""
    return sorted(load_assignment(os.environ[ASSIGNMENT]).grader.glob("test_*.py"))


def _checks_of(function: Callable[..., None]) -> Iterator[Check]:
    title = (function.__doc__ or "").partition("\n")[0]
    for mark in getattr(function, "pytestmark", []):
        if mark.name == MARK:
            spec = mark.args[0]
            yield Check(spec, spec.title or title, with_examples(function, spec.id), {})
        elif mark.name == "parametrize":
            name, sets = mark.args
            for chosen in sets:
                spec = next(inner.args[0] for inner in chosen.marks if inner.name == MARK)
                yield Check(spec, spec.title or title, function, {name: chosen.values[0]})


def set_up_hypothesis() -> None:
    """Make Hypothesis try only explicit examples, or draw as many as the grader; no deadline or database, as there."""
    explicit = os.environ.get(EXAMPLES) == DISTILLED
    hypothesis.settings.register_profile(
        "bench",
        max_examples=load_assignment(os.environ[ASSIGNMENT]).manifest.examples,
        phases=(hypothesis.Phase.explicit,)
        if explicit
        else (hypothesis.Phase.explicit, hypothesis.Phase.generate),
        deadline=None,
        database=None,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    hypothesis.settings.load_profile("bench")


def with_examples(function: Any, check: str) -> Any:
    """Return the property *function*, with the grader's distilled examples as explicit ones if requested."""
    if os.environ.get(EXAMPLES) != DISTILLED or not getattr(function, "is_hypothesis_test", False):
        return function
    assignment = load_assignment(os.environ[ASSIGNMENT])
    path = Path(inspect.getfile(function.hypothesis.inner_test))
    examples = distilled.examples_of(
        assignment, check, path, function.__name__, distilled.folder_of(assignment)
    )
    if examples is None:
        raise RuntimeError(
            f"{check} has no distilled examples: run `grader refresh {assignment.id} --only examples`"
        )
    for raw in reversed(examples):
        function = hypothesis.example(**values.decode(raw)[0])(function)
    return function
