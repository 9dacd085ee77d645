"""What takes long to make and is the same for many tests: the first of pytest's processes that needs it makes it."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from graders.harness.cache import cache_folder

SHARED = "GRADERS_TESTS_SHARED"
"""Variable of environment: the folder that all processes of this run of the tests share (tests/conftest.py)."""


def once(name: str, make: Callable[[Path], object]) -> Path:
    """Return a folder in which *make* was called once in this run of the tests; others wait until it is done."""
    top = Path(os.environ[SHARED])
    place = top / name
    with (top / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not place.exists():
            making = Path(tempfile.mkdtemp(dir=top))
            make(making)
            making.rename(place)
    return place


def cache_with_recordings(folder: Path) -> Path:
    """Make *folder* a cache that has recordings and python-ta's answers from all tests, and is without results."""
    folder.mkdir()
    for name in ("recordings", "style"):
        (cache_folder() / name).mkdir(parents=True, exist_ok=True)
        (folder / name).symlink_to(cache_folder() / name, target_is_directory=True)
    return folder
