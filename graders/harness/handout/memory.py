"""What the checks said the last time that a student ran them, to tell what has changed since."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from graders.harness.assignment.manifest import ROOT, Assignment
from graders.harness.content import cache_folder, own_bytes, write_whole
from graders.harness.result import CheckResult, Verdict


@dataclass(frozen=True, slots=True)
class News:
    """Ids of checks that ended otherwise than the time before."""

    passes_now: tuple[str, ...] = ()
    no_longer: tuple[str, ...] = ()


class Memory:
    """Which checks passed, and which did not, when the files in one folder were checked last."""

    def __init__(self, assignment: Assignment, files: Path) -> None:
        bundle = not assignment.reference.is_dir()
        key = hashlib.blake2b(
            f"{assignment.id}\0{files.resolve()}".encode(), digest_size=8
        ).hexdigest()
        self._path = (ROOT if bundle else cache_folder()) / "checked" / f"{key}.json"
        self._passed = self._read()

    def _read(self) -> dict[str, bool]:
        try:
            return msgspec.json.decode(own_bytes(self._path), type=dict[str, bool])
        except (OSError, msgspec.DecodeError):
            return {}

    @property
    def failed(self) -> frozenset[str]:
        """The ids of the checks that did not pass."""
        return frozenset(id for id, passed in self._passed.items() if not passed)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is known."""
        return not self._passed

    def news(self, checks: Iterable[CheckResult]) -> News:
        """Return what has changed, and keep what is so now; where it cannot be kept, there will be
        no news.
        """
        ran = {
            check.id: check.verdict is Verdict.PASSED
            for check in checks
            if check.verdict is not Verdict.NOT_RUN
        }
        was = self._passed
        self._passed = was | ran
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._path, msgspec.json.encode(self._passed))
        except OSError:
            pass
        return News(
            passes_now=tuple(id for id, passed in ran.items() if passed and was.get(id) is False),
            no_longer=tuple(id for id, passed in ran.items() if not passed and was.get(id) is True),
        )
