"""Fixtures: the toy assignment's grader with time to spare."""

from __future__ import annotations

import msgspec
import pytest

from tests.adder import adder, grader


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what is graded take its time: for what is not to end by a clock, however busy the machine is."""
    manifest = adder().manifest
    limits = msgspec.structs.replace(manifest.limits, cpu_seconds=20.0, wall_seconds=60.0)
    unhurried = msgspec.structs.replace(adder(), manifest=msgspec.structs.replace(manifest, limits=limits))
    monkeypatch.setattr(grader("auto"), "assignment", unhurried)
