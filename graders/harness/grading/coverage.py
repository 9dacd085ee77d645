"""Finds the lines of a program that calls reach, in Python.

The driver is wrapped in a module that traces the lines of the submitted files: of the reference,
for people who make graders (:mod:`graders.harness.verification.distil`), and of a submission, for
its diagnosis (:mod:`graders.harness.grading.localise`).
"""

from __future__ import annotations

from collections.abc import Iterable

from graders.harness.grading.checks import Check
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


_IN_FUNCTION = 1  # inspect.CO_OPTIMIZED
_codes = {}  # id of a code object -> it, its lines, and those not reached; no lines if untraced


def _count(frame, event, argument):
    if event == "line":
        left = _codes[id(frame.f_code)][2]
        left.discard(frame.f_lineno)
        if not left:
            frame.f_trace_lines = False
    return _count


def _count_calls(frame, event, argument):
    code = frame.f_code
    known = _codes.get(id(code))
    if known is None:
        # what runs at import is left out: the first call alone would reach it
        runs = code.co_flags & _IN_FUNCTION or frame.f_globals.get("__name__") == "__main__"
        is_traced = runs and code.co_filename in sandbox.submitted
        lines = {line for _, _, line in code.co_lines() if line} if is_traced else set()
        if len(lines) > 1:
            lines.discard(code.co_firstlineno)
        known = _codes[id(code)] = code, lines, set(lines)
    return _count if known[2] else None


def lines_of(operation, arguments):
    """Return the lines, by file, that a call reaches; it may end in any way."""
    _codes.clear()
    sys.settrace(_count_calls)
    try:
        getattr(original, operation)(*arguments)
    except BaseException:
        pass
    finally:
        sys.settrace(None)
    found = {}
    for code, lines, left in _codes.values():
        if len(left) < len(lines):
            found.setdefault(code.co_filename, set()).update(lines - left)
    return {file: sorted(lines) for file, lines in found.items()}
'''
LINES_OF = "lines_of"
"""The operation of a :func:`traced` program that repeats a call, and of every virtual machine."""
COUNTED = "counted"
"""The operation of a virtual machine that returns the submitted files with marks for it."""


def traced(program: Program) -> Program:
    """Return *program* with a driver that traces lines."""
    driver = {
        **program.driver,
        "original.py": program.driver["driver.py"],
        "driver.py": WRAPPER,
    }
    return Program(program.submitted, program.course, driver, program.variant_files)


def lines_reached(
    bench: Workbench, checks: Iterable[Check]
) -> dict[str, list[list[str]]]:
    """Return the lines that each example of each property reaches, by check; raises SandboxError.

    The program of *bench* has been :func:`traced`, and passes. A line is "file:number".
    """
    reached: dict[str, list[list[str]]] = {}
    for check in checks:
        if check.is_property:
            reached[check.id] = [
                _lines(bench, check, raw) for raw in bench.examples.of(check)
            ]
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
