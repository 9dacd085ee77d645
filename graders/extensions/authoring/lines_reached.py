"""Finds the lines of a program that calls reach, in Python.

The driver is wrapped in another module, which traces the lines of the reference, for
the part *examples* of ``grader refresh``.
"""

from __future__ import annotations

from collections.abc import Iterable

from graders.harness.grading.checks import Check
from graders.harness.grading.program import with_driver
from graders.harness.grading.variants import Workbench
from graders.harness.inside.modules import Program
from graders.harness.replay.recording import decode_example

WRAPPER = b'''
"""The driver's operations, with the lines of the handed-in files traced."""

import sys

from . import original, sandbox

_lines = set()


def _inside(frame, event, argument):
    if event == "line":
        _lines.add((frame.f_code.co_filename, frame.f_lineno))
    return _inside


def _trace(frame, event, argument):
    return _inside if frame.f_code.co_filename in sandbox.submitted else None


def _traced(function):
    def operation(*arguments):
        sys.settrace(_trace)
        try:
            return function(*arguments)
        finally:
            sys.settrace(None)

    operation.__module__ = __name__
    return operation


for _name, _function in list(vars(original).items()):
    if getattr(_function, "__module__", None) == original.__name__ and not _name.startswith("_"):
        globals()[_name] = _traced(_function)


def lines_reached():
    """Return the lines that were run since the last time, sorted."""
    found = sorted("%s:%d" % place for place in _lines)
    _lines.clear()
    return found

'''


def traced(program: Program) -> Program:
    """Return *program* with a driver that traces lines."""
    return with_driver(program, {"driver.py": WRAPPER})


def lines_reached(bench: Workbench, checks: Iterable[Check]) -> dict[str, list[list[str]]]:
    """Return the lines that each example of each property reaches, by check; raises SandboxError.

    The program of *bench* has been :func:`traced`, and passes. A line is "file:number".
    """
    reached: dict[str, list[list[str]]] = {}
    for check in checks:
        if check.is_property:
            reached[check.id] = [_lines(bench, check, raw) for raw in bench.examples.of(check)]
            bench.sandbox.session.end()
    return reached


def _lines(bench: Workbench, check: Check, raw: bytes) -> list[str]:
    bench.begin(check)
    session = bench.sandbox.session
    arguments = {**bench.arguments(check), **decode_example(raw)}
    bench.runner.outcome(lambda: check.body(**arguments), session)
    if not session.alive:
        return []
    lines: list[str] = session.call("lines_reached", ())
    return lines
