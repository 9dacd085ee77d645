"""Failed imports of a submission, so that no process is started to repeat them."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from graders.harness.session.exits import Failure
from graders.harness.session.hangs import HangMemory


class ImportSite(NamedTuple):
    """An import, with everything that its result may depend on."""

    variant: str
    module: str
    hidden: bool
    """True if the process had received hidden calls."""


class ImportMemory:
    """The failed imports of one submission in all its processes and sandboxes.

    hangs: the loops in which they ran out of time.
    """

    def __init__(self, hangs: HangMemory | None = None) -> None:
        self.hangs = hangs or HangMemory()
        self._failures: dict[ImportSite, Failure] = {}
        self._timeouts: Counter[ImportSite] = Counter()

    def failure_at(self, site: ImportSite) -> Failure | None:
        """Return the failure of this import, or None.

        A failure in a process with hidden calls is not reported for a process without them, because
        its text may reveal the calls.
        """
        public = self._failures.get(site._replace(hidden=False))
        return public or (self._failures.get(site) if site.hidden else None)

    def failed(self) -> set[tuple[str, str]]:
        """Return the variant and the module of each import that failed."""
        return {(site.variant, site.module) for site in self._failures}

    def remember(self, site: ImportSite, failure: Failure) -> None:
        """Record a failure."""
        self._failures[site] = failure

    def timed_out(self, site: ImportSite, failure: Failure) -> None:
        """Record a failure by the wall time limit if it happens for the second time."""
        self._timeouts[site] += 1
        if self._timeouts[site] >= 2:
            self.remember(site, failure)
