"""Fixtures: the toy assignment's grader with time to spare."""

from __future__ import annotations

import pytest

from graders.harness.replay import prefetch
from tests.adder import adder, grader
from tests.world import with_limits


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set long limits, for checks that must not end in a timeout on a busy machine."""
    monkeypatch.setattr(
        grader("auto").benches,
        "assignment",
        with_limits(adder(), cpu_seconds=20.0, wall_seconds=60.0),
    )


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set a short CPU time limit, for checks that must exceed it.

    It is still three times what a right check needs in a virtual machine of its own.
    """
    monkeypatch.setattr(grader("auto").benches, "assignment", with_limits(adder(), cpu_seconds=0.5))


@pytest.fixture
def hastier(hasty: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set a short wall time limit as well, for checks that only wait.

    It is still twenty times what the other checks need. A prefetch with a shorter limit leaves more checks to live
    runs, with the same results.
    """
    monkeypatch.setattr(prefetch, "SECONDS", 0.5)
    monkeypatch.setattr(
        grader("auto").benches,
        "assignment",
        with_limits(adder(), cpu_seconds=0.5, wall_seconds=2.5),
    )
