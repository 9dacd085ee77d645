"""Names that some tests still use for `tests.world.TOY`."""

from __future__ import annotations

from graders.harness.assignment.manifest import Assignment
from graders.harness.grading.grader import Grader
from tests.world import TOY, checks, verdicts

__all__ = ["GOOD", "WORLD", "checks", "grade", "submission", "toy", "toy_grader", "verdicts"]

GOOD, WORLD = TOY.good, TOY.root
grade, submission = TOY.grade, TOY.submission


def toy() -> Assignment:
    """The toy assignment."""
    return TOY.assignment


def toy_grader() -> Grader:
    """A grader of the toy assignment that tests share."""
    return TOY.grader
