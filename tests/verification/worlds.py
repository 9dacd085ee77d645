"""The clock: an assignment of one line, and copies of it in which something is wrong."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

WORLD = Path(__file__).parents[1] / "worlds" / "clock"

MANIFEST, CHECKS = "graders/clock/assignment.toml", "graders/clock/test_clock.py"
SURVIVORS, LAZY = "graders/clock/survivors.toml", "graders/clock/lazy.toml"


def world(into: Path, edits: Mapping[str, tuple[str, str]]) -> Path:
    """A copy of the world in a new folder, in which each file of *edits* has a text replaced, or is made of one."""
    shutil.copytree(WORLD, into, ignore=shutil.ignore_patterns("__pycache__"))
    for name, (old, new) in edits.items():
        path = into / name
        text = path.read_text() if path.exists() else ""
        assert old in text, f"{name} has no {old!r}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace(old, new) if old else new)
    return into
