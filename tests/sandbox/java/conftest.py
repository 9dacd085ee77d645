"""Fixtures: the toy assignment's grader with time to spare."""

from __future__ import annotations

import pytest

from graders.harness.replay import prefetch
from tests.adder import adder, grader
from tests.world import with_limits


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what is graded take its time: for what is not to end by a clock, however busy the machine is."""
    monkeypatch.setattr(grader("auto"), "assignment", with_limits(adder(), cpu_seconds=20.0, wall_seconds=60.0))


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give what is graded little CPU time, though three times what a right check needs with a machine of its own:
    for what is to end by it.
    """
    monkeypatch.setattr(grader("auto"), "assignment", with_limits(adder(), cpu_seconds=0.5))


@pytest.fixture
def hastier(hasty: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same, and little time by the clock, though twenty times what the other checks need: for what only waits.

    A prefetch that waits less leaves more checks to run live, to the same end.
    """
    monkeypatch.setattr(prefetch, "SECONDS", 0.5)
    monkeypatch.setattr(grader("auto"), "assignment", with_limits(adder(), cpu_seconds=0.5, wall_seconds=2.5))
