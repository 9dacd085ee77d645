"""The verdicts of a student's last run of the checks, to report changes since then."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from graders.harness.assignment.manifest import ROOT, Assignment
from graders.harness.cache import Cache
from graders.harness.handout.checkup import Changes
from graders.harness.result import CheckResult, Verdict


class LastRun:
    """The verdicts of the last run of the checks on one folder."""

    def __init__(self, assignment: Assignment, files: Path) -> None:
        is_bundle = not assignment.reference.is_dir()
        self._cache = Cache("checked", dict[str, bool], folder=ROOT if is_bundle else None)
        identity = f"{assignment.id}\0{files.resolve()}".encode()
        self._key = hashlib.blake2b(identity, digest_size=8).hexdigest()
        self._passed = self._cache.load(self._key) or {}

    @property
    def failed(self) -> frozenset[str]:
        """Ids of the checks that did not pass."""
        return frozenset(id for id, passed in self._passed.items() if not passed)

    @property
    def is_empty(self) -> bool:
        """Whether these files have never been checked."""
        return not self._passed

    def update(self, checks: Iterable[CheckResult]) -> Changes:
        """Return the changes since the last run, and store this run."""
        ran = {
            check.id: check.verdict is Verdict.PASSED
            for check in checks
            if check.verdict is not Verdict.NOT_RUN
        }
        before = self._passed
        self._passed = before | ran
        self._cache.save(self._key, self._passed)
        changed = [id for id, passed in ran.items() if before.get(id, passed) is not passed]
        return Changes(
            passes_now=tuple(check for check in changed if ran[check]),
            no_longer=tuple(check for check in changed if not ran[check]),
        )
