"""What a cache of its own and the strongest sandbox are to tests: see tests/fixtures.py; and recordings that all share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fixtures import backend, cache, cold
from tests.once import once

__all__ = ["backend", "cache", "cold", "recordings"]


@pytest.fixture
def recordings(monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache for this run of the tests alone: what one test has recorded of a reference, the others read."""
    folder = once("recordings", lambda _: None)
    monkeypatch.setenv("GRADER_CACHE", str(folder))
    return folder
