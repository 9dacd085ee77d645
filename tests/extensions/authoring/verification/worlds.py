"""Copies of the clock with a fault, and the names of its files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tests.world import CLOCK

WORLD = CLOCK.root

MANIFEST, CHECKS = "graders/clock/assignment.toml", "graders/clock/test_clock.py"
SURVIVORS, LAZY = "graders/clock/survivors.toml", "graders/clock/lazy.toml"
CONTROLS = "graders/clock/controls.toml"


def world(into: Path, edits: Mapping[str, tuple[str, str]]) -> Path:
    """Copy the clock to a new folder with *edits*; see `World.copy`."""
    return CLOCK.copy(into, edits).root
