"""How long a submission of an assignment takes to grade, by the runs before this one: kept in the
cache folder.

A time is one machine's, and no part of any result. It serves estimates alone, so a file that is
damaged counts as none.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from graders.harness.cache import cache_folder, _read_owned as own_bytes
from graders.harness.content import write_whole

MOST = 200
"""Times that are kept, the newest."""


def _file(assignment: str) -> Path:
    return cache_folder() / "paces" / f"{assignment}.json"


def _kept(assignment: str) -> list[float]:
    try:
        return msgspec.json.decode(own_bytes(_file(assignment)), type=list[float])
    except (OSError, msgspec.DecodeError):
        return []


def seconds_each(assignment: str) -> float | None:
    """Return how many seconds one submission took on the average; None where nothing is known of
    that.
    """
    kept = _kept(assignment)
    return sum(kept) / len(kept) if kept else None


def keep(assignment: str, seconds: Iterable[float]) -> None:
    """Add what submissions took just now. A cache that cannot be written is no error."""
    new = [round(one, 2) for one in seconds]
    path = _file(assignment)
    try:
        if new:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_whole(path, msgspec.json.encode([*_kept(assignment), *new][-MOST:]))
    except OSError:
        return
