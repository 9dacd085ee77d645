"""The CPU time of checks is recorded if the sandbox measures it, even after a recording without it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from graders.harness.grading.grader import Grader
from graders.harness.replay import recording
from graders.harness.sandbox.interface import Backend
from graders.harness.sandbox.plain_processes import PlainBackend
from tests.world import TOY


@pytest.mark.nightly
def test_recording_of_spawned_processes_serves_only_them(cache: Path, backend: Backend) -> None:
    """They do not measure the time of a check, so a box grades the reference again. That recording serves both."""
    spawned = PlainBackend(sys.base_prefix + "/bin/python3")
    first = Grader(TOY.assignment, spawned).recorded()
    assert not first.seconds
    assert Grader(TOY.assignment, spawned).recorded().seconds == first.seconds
    second = Grader(TOY.assignment, backend).recorded()
    assert second.seconds.keys() == {one.spec.id for one in second.checks}
    assert Grader(TOY.assignment, spawned).recorded().seconds == second.seconds


@pytest.mark.slow
def test_recording_with_times_of_some_checks_only_is_made_again(
    cache: Path, backend: Backend
) -> None:
    """Virtual machines without a box serve many checks, and measure only those after which they continued."""
    grader = Grader(TOY.assignment, backend)
    whole = grader.recorded()
    assert len(whole.seconds) > 1
    key = recording.recording_key(TOY.assignment, backend.interpreter)
    check, *_ = whole.seconds
    del whole.seconds[check]
    recording.save(TOY.assignment, key, whole)
    assert check in Grader(TOY.assignment, backend).recorded().seconds
