"""Shows the call that a program did not answer: as its own language would write it, with the board
or typed lines.

A grader knows what its operations call. It says so in a module ``calls`` beside its checks, by a
function ``shown`` that takes an operation and its arguments and returns exhibits. Without
one, the operation is written like a function.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeGuard

from graders.harness.assignment.manifest import Assignment
from graders.harness.assignment.transcript import all_typed
from graders.harness.result import Exhibit, Text, printable

LONGEST = 400
"""Characters of a call that are shown."""

Shown = Callable[[str, tuple[object, ...]], Iterable[Exhibit]]


def shown_call(
    assignment: Assignment, operation: str, arguments: tuple[object, ...]
) -> tuple[Exhibit, ...]:
    """Return exhibits of a call. Arguments that came from an earlier answer may have any form."""
    by_the_grader = _of(assignment)
    if by_the_grader is not None:
        try:
            return tuple(by_the_grader(operation, arguments))
        except (
            ArithmeticError,
            AttributeError,
            LookupError,
            RecursionError,
            TypeError,
            ValueError,
        ):
            pass
    if (
        operation in assignment.manifest.programs
        and arguments
        and _is_typed(arguments[-1])
    ):
        return (all_typed(arguments[-1]),)
    return (
        Text(
            label="call",
            text=printable(f"{operation}({', '.join(map(repr, arguments))})", LONGEST),
        ),
    )


def _is_typed(lines: object) -> TypeGuard[Sequence[str]]:
    return isinstance(lines, list | tuple) and all(
        isinstance(line, str) for line in lines
    )


def _of(assignment: Assignment) -> Shown | None:
    """Return the function ``shown`` of the grader of *assignment*, or None."""
    if not (assignment.grader / "calls.py").is_file():
        return None
    module: Any = importlib.import_module(f"graders.{assignment.grader.name}.calls")
    shown: Shown = module.shown
    return shown
