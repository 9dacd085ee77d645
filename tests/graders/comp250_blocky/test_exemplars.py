"""The exemplars of COMP 250's Blocky, and the starter.

Whether each gets its verdicts is tested for all assignments alike, in tests/proving/test_exemplars.py.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from graders.harness.intake import submission_from_bytes
from graders.harness.judging.grading import Grader
from graders.harness.proving.exemplars import as_submission, load_exemplars
from graders.harness.result import Verdict
from tests.graders.comp250_blocky.worlds import ASSIGNMENT, backend, needs_jdk

EXEMPLARS = load_exemplars(ASSIGNMENT.grader)


def test_there_are_enough_of_each() -> None:
    """Ten right ones, thirty faulty ones; one right one has the line ends of another system."""
    kinds = [exemplar.kind for exemplar in EXEMPLARS]
    assert kinds.count("right") >= 10
    assert kinds.count("faulty") >= 30
    ends = [
        b"\r\n" in content for exemplar in EXEMPLARS for content in as_submission(exemplar, ASSIGNMENT).files.values()
    ]
    assert any(ends)


@needs_jdk
@pytest.mark.slow
def test_the_starter_earns_its_baseline() -> None:
    """What the starter's placeholders earn is what the manifest says: nothing (spec 2.5)."""
    files = {name: (ASSIGNMENT.starter / name).read_bytes() for name in ASSIGNMENT.files.submitted}
    result = Grader(ASSIGNMENT, backend()).grade(submission_from_bytes("starter", files, ASSIGNMENT)).result
    assert sum((task.marks for task in result.tasks), Fraction(0)) == ASSIGNMENT.manifest.baseline.marks
    assert {check.verdict for check in result.checks} == {Verdict.FAILED}
