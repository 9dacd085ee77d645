"""Shows the call that a program did not answer: as its own language would write it, with the board
or typed lines.

A grader knows what its operations call. It says so in a module ``calls`` beside its checks, by a
function ``shown`` that takes an operation and its arguments and returns exhibits. Without
one, the operation is written like a function.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any, TypeGuard

from graders.harness.assignment.manifest import Assignment
from graders.harness.assignment.python import PYTHON
from graders.harness.assignment.transcript import all_typed
from graders.harness.assignment.value_kinds import shown
from graders.harness.grading.calls_by_name import Shown, by_name
from graders.harness.result import Exhibit, Text, printable

LONGEST = 400
"""Characters of a call that are shown."""

RUN_PROGRAM = "run_program"
"""The operation of assignments with ``[calls]`` that runs a program, its first argument."""


def shown_call(
    assignment: Assignment, operation: str, arguments: tuple[object, ...]
) -> tuple[Exhibit, ...]:
    """Return exhibits of a call. Arguments that came from an earlier answer may have any form."""
    serving = by_name(assignment.manifest)
    generic = serving.exhibits.get(operation) if serving else None
    by_the_grader = _of(assignment) or generic
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
    if operation in assignment.manifest.programs and arguments and _is_typed(arguments[-1]):
        return (all_typed(arguments[-1]),)
    return (
        Text(
            label="call",
            text=printable(f"{operation}({', '.join(map(shown, arguments))})", LONGEST),
        ),
    )


def program_of(assignment: Assignment, operation: str, arguments: tuple[object, ...]) -> str:
    """Return the statements that make the same call in a student's program; "" if none do.

    The module ``calls`` of a grader has it in a function ``program``; without one it is the call as
    reports show it, except for a whole program.
    """
    by_the_grader = getattr(_module(assignment), "program", None)
    try:
        if by_the_grader is not None:
            return str(by_the_grader(operation, arguments))
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return ""
    is_python = assignment.manifest.written_in is PYTHON
    if operation in {RUN_PROGRAM, *assignment.manifest.programs} or not is_python:
        return ""
    exhibits = shown_call(assignment, operation, arguments)
    return next(
        (
            exhibit.text
            for exhibit in exhibits
            if isinstance(exhibit, Text) and exhibit.label == "call"
        ),
        "",
    )


def program_head(assignment: Assignment) -> str:
    """Return the Python that such programs begin with: ``HEAD`` of the module ``calls``."""
    return str(getattr(_module(assignment), "HEAD", ""))


def _is_typed(lines: object) -> TypeGuard[Sequence[str]]:
    return isinstance(lines, list | tuple) and all(isinstance(line, str) for line in lines)


def has_own_language(assignment: Assignment) -> bool:
    """Return whether the grader of *assignment* has a module ``calls``."""
    return (assignment.grader / "calls.py").is_file()


def _module(assignment: Assignment) -> Any:
    """Return the module ``calls`` of the grader of *assignment*, or None."""
    if not has_own_language(assignment):
        return None
    return importlib.import_module(f"graders.{assignment.grader.name}.calls")


def _of(assignment: Assignment) -> Shown | None:
    """Return the function ``shown`` of the grader of *assignment*, or None."""
    module = _module(assignment)
    return module.shown if module else None
