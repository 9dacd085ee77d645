"""Makes folders that are slow to make and equal for many tests; the first pytest process that needs one makes it."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from graders.harness.cache import cache_folder

SHARED = "GRADERS_TESTS_SHARED"
"""The environment variable with the folder that all processes of this run share (tests/conftest.py)."""


def once(name: str, make: Callable[[Path], object]) -> Path:
    """Return a folder that *make* filled once in this run of the tests; other processes wait for it."""
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
    """Make *folder* a cache with the recordings and python-ta replies of all tests, but without results."""
    folder.mkdir()
    for name in ("recordings", "style"):
        (cache_folder() / name).mkdir(parents=True, exist_ok=True)
        (folder / name).symlink_to(cache_folder() / name, target_is_directory=True)
    return folder
