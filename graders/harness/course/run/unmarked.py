"""Sources of checks without the marks of the checks: results are stored by what decides verdicts.

Only plain numbers are left out, where they reach the harness' ``check``: as its argument, or in a
constant on one line that is unpacked into it. All other numbers may decide a verdict. A mark of 0
stays, because a check without marks gets no small example.
"""

from __future__ import annotations

import re

LEFT_OUT = rb"\g<before>#"
_MARKS = rb"(?!0*\.?0*(?![\d.]))\d+(?:\.\d+)?(?![\w.])"
_CALL = re.compile(rb"(?P<before>(?:^@|\bmarks=)check\([^()]*?\bmarks=)" + _MARKS, re.MULTILINE)
_CONSTANT = re.compile(
    rb'^(?P<before>[A-Z][A-Z_\d]* = \{(?=.*(?:"task": |\*\*[A-Z])).*?"marks": )' + _MARKS,
    re.MULTILINE,
)
_HEADER = re.compile(rb"^(?P<before>marks:[ \t]*)" + _MARKS, re.MULTILINE)


def without_marks(module: bytes) -> bytes:
    """Return the source of a module of checks without their marks."""
    return _CONSTANT.sub(LEFT_OUT, _CALL.sub(LEFT_OUT, module))


def scenario_without_marks(text: bytes) -> bytes:
    """Return a scenario without the marks in its header."""
    header, blank, body = text.partition(b"\n\n")
    return _HEADER.sub(LEFT_OUT, header) + blank + body
