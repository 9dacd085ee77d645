"""What is kept from run to run, and by what content it is known."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import platformdirs


def add_content(paths: Iterable[Path], base: Path, digest: Any) -> None:
    """Add the names (relative to *base*) and the content of the files among *paths* to *digest*."""
    for path in sorted(paths):
        if path.is_file() and "__pycache__" not in path.parts:
            data = path.read_bytes()
            digest.update(f"{path.relative_to(base).as_posix()}\0{len(data)}\0".encode())
            digest.update(data)


def cache_folder() -> Path:
    """Return the folder of recordings, results and compiled workers; ``GRADER_CACHE`` names another one."""
    named = os.environ.get("GRADER_CACHE")
    return Path(named) if named else Path(platformdirs.user_cache_dir("grader", appauthor=False))


def own_bytes(path: Path) -> bytes:
    """Return the content of a file that is kept. Raises OSError if there is none, or it is another user's."""
    if hasattr(os, "getuid") and path.stat().st_uid != os.getuid():
        raise PermissionError(f"{path} is not ours")
    return path.read_bytes()
