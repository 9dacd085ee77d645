"""The benchmark names functions of the harness: each of them exists, and a phase is measured by it."""

from __future__ import annotations

import pytest

from bench.single import OneSubmission
from graders.harness.assignment.manifest import load_assignment

pytestmark = pytest.mark.slow


def test_phases_of_a_right_submission_are_measured() -> None:
    one = OneSubmission(load_assignment("ics32_columns"))
    try:
        rows = one.phases(1)
    finally:
        one.close()
    seconds = {row.name: row.seconds for row in rows}
    assert seconds["prefetch: the submission computes, replies are compared"] > 0
