"""The exemplars of COMP 250's Blocky.

Whether each gets its verdicts is tested for all assignments alike, in tests/test_exemplars.py.
"""

from __future__ import annotations

from graders.harness.exemplars import as_submission, load_exemplars
from tests.comp250_blocky.worlds import ASSIGNMENT

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
