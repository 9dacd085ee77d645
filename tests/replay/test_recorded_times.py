"""What CPU time checks need is recorded where the sandbox can tell it, whoever has recorded before."""

from __future__ import annotations

import sys
from pathlib import Path

from graders.harness.grading.grader import Grader
from graders.harness.replay import recording
from graders.harness.sandbox.interface import Backend
from graders.harness.sandbox.plain_processes import PlainBackend
from tests.world import TOY


def test_recording_of_spawned_processes_does_for_them_alone(cache: Path, backend: Backend) -> None:
    """They do not say what time a check took: in a box the reference is graded again, and that does for both."""
    spawned = PlainBackend(sys.base_prefix + "/bin/python3")
    first = Grader(TOY.assignment, spawned).recorded()
    assert not first.seconds
    assert Grader(TOY.assignment, spawned).recorded().seconds == first.seconds
    second = Grader(TOY.assignment, backend).recorded()
    assert second.seconds.keys() == {one.spec.id for one in second.checks}
    assert Grader(TOY.assignment, spawned).recorded().seconds == second.seconds


def test_recording_that_tells_the_time_of_some_checks_only_is_made_again(cache: Path, backend: Backend) -> None:
    """Virtual machines without a box, which serve many checks, tell it of those after which they went on."""
    grader = Grader(TOY.assignment, backend)
    whole = grader.recorded()
    assert len(whole.seconds) > 1
    key = recording.recording_key(TOY.assignment, backend.interpreter)
    check, *_ = whole.seconds
    del whole.seconds[check]
    recording.save(TOY.assignment, key, whole)
    assert check in Grader(TOY.assignment, backend).recorded().seconds
