"""A program with marks before its statements, in Python: they say which lines a call reaches."""

from __future__ import annotations

from graders.harness.grading.program import with_driver
from graders.harness.inside import marks
from graders.harness.inside.modules import Program

COLLECTOR = b'''
"""Repeats calls of the driver, and returns the lines that they reach."""

import builtins

from . import original, sandbox
from .marked import TABLE


def lines_of(operation, arguments):
    """Return the lines, by file, that a call reaches; it may end in any way."""
    reached = {name: {} for name in sandbox.submitted}
    vars(builtins).update({TABLE + name: lines for name, lines in reached.items()})
    try:
        getattr(original, operation)(*arguments)
    except BaseException:
        pass
    return {name: sorted(lines) for name, lines in reached.items() if lines}
'''
LINES_OF = "lines_of"
"""The operation of a :func:`with_marks` program that repeats a call, and of virtual machines."""
COUNTED = "counted"
"""The operation of a virtual machine that returns the submitted files with marks for it."""


def with_marks(program: Program) -> Program:
    """Return *program* with marks in its submitted files, and a driver that collects them."""
    table = f"TABLE = {marks.TABLE!r}\n".encode()
    return with_driver(program, {"driver.py": COLLECTOR, marks.MARKED: table})
