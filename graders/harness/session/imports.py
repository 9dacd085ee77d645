"""Imports of a submission that are known to fail: no process is started to see them fail again."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from graders.harness.assignment.check import Misbehaved
from graders.harness.result import Cause


class ImportSite(NamedTuple):
    """An import, as far as its outcome may depend on anything."""

    variant: str
    module: str
    hidden: bool
    """Whether the process had been asked hidden calls."""


class Failure(NamedTuple):
    """Why a call failed, and where."""

    cause: Cause
    where: str = ""

    def error(self) -> Misbehaved:
        """Return the exception that reports it."""
        return Misbehaved(self.cause, where=self.where)


class ImportMemory:
    """The failed imports of one submission, over all of its processes and sandboxes."""

    def __init__(self) -> None:
        self._failures: dict[ImportSite, Failure] = {}
        self._timeouts: Counter[ImportSite] = Counter()

    def known(self, site: ImportSite) -> Failure | None:
        """Return the failure of this import, or None.

        A failure seen by a process with hidden calls is not reported to one without them: its text
        may hold what was asked.
        """
        public = self._failures.get(site._replace(hidden=False))
        return public or (self._failures.get(site) if site.hidden else None)

    def failed(self) -> set[tuple[str, str]]:
        """Return the variant and the module of each import that failed."""
        return {(site.variant, site.module) for site in self._failures}

    def remember(self, site: ImportSite, failure: Failure) -> None:
        """Keep a failure."""
        self._failures[site] = failure

    def timed_out(self, site: ImportSite, failure: Failure) -> None:
        """Keep a failure that the wall clock caused, once it has happened twice."""
        self._timeouts[site] += 1
        if self._timeouts[site] >= 2:
            self.remember(site, failure)
