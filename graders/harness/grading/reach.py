"""What examples reach: the lines of the reference that each example of each property runs through.

For people who make graders (:mod:`graders.harness.verification.distil`). The driver is wrapped in a
module that traces the lines of the handed-in files, in Python; the reference is the only program
that is looked at.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from graders.harness.assignment.check import CheckSpec, title_of
from graders.harness.assignment.collection import is_property
from graders.harness.grading.judge import PASSED, Judge, Judged
from graders.harness.inside.modules import Program
from graders.harness.replay import recording

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
    driver = {**program.driver, "original.py": program.driver["driver.py"], "driver.py": WRAPPER}
    return Program(program.submitted, program.course, driver, program.variant_files)


@dataclass
class Reach(Judge):
    """Notes what each example reaches in place of judging checks; see :class:`Judge`."""

    reached: dict[str, list[list[str]]] = field(default_factory=dict)
    """Check -> for each example the lines, as "block.py:12"."""

    def judge(self, item: pytest.Function, spec: CheckSpec) -> None:
        """Run the examples of a property; leave every other check out."""
        if is_property(item):
            fixtures, inner = self._fixtures(item), item.obj.hypothesis.inner_test
            found = self.reached[spec.id] = []
            for raw in self._examples(item, spec, fixtures):
                example = recording.decode_example(raw)
                self._begin(spec, "own")
                self._outcome(lambda example=example: inner(**fixtures, **example))  # type: ignore[misc]
                found.append(self.student.call("lines_reached", ()) if self.student.alive else [])
            self.student.end()
        self.judged.append(Judged(spec, title_of(item, spec), PASSED, 0.0, 0))

    def survey(self) -> None:
        """Nobody asks how the code is written."""
