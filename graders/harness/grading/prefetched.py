"""The prefetched replies of one submission, check by check."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Container, Iterable, Sequence

from graders.harness.assignment.check import CheckSpec
from graders.harness.grading.checks import Check
from graders.harness.grading.variants import Workbench
from graders.harness.replay.prefetch import Prefetcher, Replies, ReplyComparison
from graders.harness.sandbox.interface import SandboxError

LATE_ALIKE = 2
"""Checks that begin with the same operation and are late, until no further such check is sent, if
more were late than not: a live process ends sooner there.
"""


class PrefetchedReplies:
    """Prefetches the calls of checks in their first variant, and keeps the replies."""

    def __init__(self, bench: Workbench, prefetcher: Prefetcher) -> None:
        self._bench = bench
        self._prefetcher = prefetcher
        self._replies: dict[str, Replies] = {}
        """By the check's id."""
        self._skipped: set[str] = set()
        """Checks that are not prefetched."""
        self._late_alike = Counter[tuple[str, bytes]]()
        """By variant and operation: how many more checks were late than not, at least 0."""

    def of(self, spec: CheckSpec) -> Replies | None:
        """Return the replies to a check's calls; None if there are none."""
        return self._replies.get(spec.id)

    def are_missing(self, spec: CheckSpec) -> bool:
        """Return whether a check is still to be prefetched."""
        return spec.id not in self._replies and spec.id not in self._skipped

    def missing(self, specs: Iterable[CheckSpec]) -> list[CheckSpec]:
        """Return those of *specs* that are still to be prefetched, in the order in which they are
        sent: process by process, and variant by variant.
        """
        missing = {spec.id: spec for spec in specs if self.are_missing(spec)}
        traced = [missing[id_] for id_ in self._bench.recording.traces if id_ in missing]
        return sorted(traced, key=lambda spec: (self._process(spec), spec.variants[0]))

    def _process(self, spec: CheckSpec) -> str:
        """Return the variant of the process that gets a check's calls."""
        return self._prefetcher.process_of(spec.variants[0])

    @property
    def all_pass(self) -> bool:
        """Whether every check that was prefetched passes."""
        return all(replies.passed for replies in self._replies.values())

    def skip(self, spec: CheckSpec) -> None:
        """Leave a check out of the prefetch."""
        self._skipped.add(spec.id)

    def was_skipped(self, spec: CheckSpec, variant: str) -> bool:
        """Return whether a check was left out of the prefetch of *variant*."""
        return spec.id in self._skipped and variant == spec.variants[0]

    def in_order(self, checks: Sequence[Check]) -> Sequence[Check]:
        """Return *checks* in an order in which no call discloses an answer of a later one.

        A later process might answer with what an earlier one has learned: the number of processes,
        for one, outlives all of them.
        """
        traces = self._bench.recording.traces
        places = {id_: place for place, id_ in enumerate(traces)}
        return sorted(checks, key=lambda check: places.get(check.id, len(places)))

    def waits(self, spec: CheckSpec, listed: Container[str], decided: Container[str]) -> bool:
        """Return whether the calls of a check hold answers to a *listed* one, not yet *decided*."""
        disclosed = self._bench.recording.traces[spec.id].discloses
        return any(id_ in listed and id_ not in decided for id_ in disclosed)

    def is_hopeless(self, spec: CheckSpec) -> bool:
        """Return whether a check is expected to be late, as others were."""
        return self._late_alike[self._like(spec)] >= LATE_ALIKE

    def _like(self, spec: CheckSpec) -> tuple[str, bytes]:
        return spec.variants[0], self._bench.recording.traces[spec.id].operation

    def is_over(self, spec: CheckSpec) -> bool:
        """Return whether checks in the first variant of *spec* are no longer prefetched."""
        return self._prefetcher.is_over(spec.variants[0])

    def fetch(self, spec: CheckSpec) -> Replies:
        """Prefetch a check; return its replies. Raises SandboxError."""
        recording = self._bench.recording
        trace = recording.traces[spec.id]
        longer = self._replies.get(trace.within)
        if longer is not None:
            replies = longer.beginning(trace)
        else:
            box = self._bench.sandbox.session.box
            seconds = recording.seconds.get(spec.id, 0.0)
            replies = self._prefetcher.ask(box, spec.variants[0], trace, seconds)
        self._replies[spec.id] = replies
        alike = self._like(spec)
        self._late_alike[alike] = max(0, self._late_alike[alike] + (1 if replies.was_late else -1))
        return replies

    def end(self) -> bool:
        """End the process, if there is one; return False if its sandbox was lost meanwhile."""
        try:
            self._prefetcher.close()
        except SandboxError:
            self.reopen()
            return False
        return True

    def reopen(self) -> None:
        """Go on in another sandbox."""
        with contextlib.suppress(SandboxError):  # a live run tries again
            self._bench.sandbox.reopen()

    def comparison(self, spec: CheckSpec) -> ReplyComparison | None:
        """Return an observer of a live run of a check in its first variant; None if the check was
        not prefetched.
        """
        replies = self._replies.get(spec.id)
        return None if replies is None else ReplyComparison(replies)

    def fails_to_load_now(self) -> bool:
        """Return whether a live process failed to import a file that the prefetch imported."""
        return bool(self._bench.imports.failed() & self._prefetcher.imported)
