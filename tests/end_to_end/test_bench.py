"""The benchmark uses the harness by its inner names: its measures of the subject run to their ends."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bench import calls
from bench.__main__ import CALLS
from bench.single import OneSubmission
from bench.subject import subject

pytestmark = pytest.mark.slow


@pytest.fixture
def one() -> Iterator[OneSubmission]:
    measured = OneSubmission(subject())
    yield measured
    measured.close()


@pytest.mark.nightly
def test_phases_of_a_right_submission_are_measured(one: OneSubmission) -> None:
    seconds = {row.name: row.seconds for row in one.phases(1)}
    assert seconds["prefetch: the submission computes, replies are compared"] > 0
    assert seconds["marking"] > 0


@pytest.mark.nightly
def test_calls_are_measured_live_and_ahead(one: OneSubmission) -> None:
    rows = calls.rows(subject(), one.backend, 1, CALLS // 50)
    assert {row.key for row in rows} >= {"fresh", "live-0", "ahead-0", "live-1", "ahead-1"}
    assert all(row.seconds > 0 for row in rows)
