"""The prefetched replies of one submission, check by check and variant by variant."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Container, Iterable, Sequence

from graders.harness.assignment.check import CheckSpec
from graders.harness.grading.checks import Check
from graders.harness.grading.outcome import Outcome
from graders.harness.grading.variants import VariantRun, Workbench, is_preferred
from graders.harness.replay.prefetch import Prefetcher, Replies, ReplyComparison
from graders.harness.sandbox.interface import SandboxError

LATE_ALIKE = 2
"""Checks that begin with the same operation and are late in a variant, until it is sent no further
such check, if more were late than not: a live process ends sooner there.
"""
LATE_AGAIN = 2
"""The same for checks that were late, or not sent, in an earlier variant."""


class PrefetchedReplies:
    """Prefetches the calls of checks in one of their variants, and keeps the replies."""

    def __init__(self, bench: Workbench, prefetcher: Prefetcher) -> None:
        self._bench = bench
        self._prefetcher = prefetcher
        self._replies: dict[tuple[str, str], Replies] = {}
        """By the check's id and the variant."""
        self._skipped: set[tuple[str, str]] = set()
        """Checks that are not prefetched in a variant."""
        self._failures: dict[tuple[str, str], VariantRun] = {}
        """How a check fails by them."""
        self._late_again = Counter[str]()
        """By variant."""
        self._late_alike = Counter[tuple[str, bytes]]()
        """By variant and operation: how many more checks were late than not, at least 0."""
        self._last: tuple[str, tuple[str, ...]] | None = None
        """The process that is asked, or None."""

    def of(self, spec: CheckSpec, turn: int) -> Replies | None:
        """Return the replies to a check's calls in its variant *turn*, None if there are none."""
        if turn >= len(spec.variants):
            return None
        return self._replies.get((spec.id, spec.variants[turn]))

    def are_missing(self, spec: CheckSpec, turn: int) -> bool:
        """Return whether a check has a variant *turn* in which it is still to be prefetched."""
        if turn >= len(spec.variants):
            return False
        is_skipped = self.was_skipped(spec, spec.variants[turn])
        return not is_skipped and self.of(spec, turn) is None

    def missing(self, specs: Iterable[CheckSpec], turn: int) -> list[CheckSpec]:
        """Return those of *specs* that are still to be prefetched in their variant *turn*, in the
        order in which they are sent.
        """
        missing = {spec.id: spec for spec in specs if self.are_missing(spec, turn)}
        traced = [missing[id_] for id_ in self._bench.recording.traces if id_ in missing]
        return sorted(traced, key=lambda spec: self.place(spec, turn))

    @property
    def all_pass(self) -> bool:
        """Whether every check that was prefetched passes, in each of its variants."""
        return all(replies.passed for replies in self._replies.values())

    def skip(self, spec: CheckSpec, turn: int) -> None:
        """Leave a check out of the prefetch of its variant *turn*."""
        self._skipped.add((spec.id, spec.variants[turn]))

    def was_skipped(self, spec: CheckSpec, variant: str) -> bool:
        """Return whether a check was left out of the prefetch of *variant*."""
        return (spec.id, variant) in self._skipped

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

    def is_hopeless(self, spec: CheckSpec, turn: int) -> bool:
        """Return whether a check is expected to be late in its variant *turn*, as others were."""
        variant = spec.variants[turn]
        operation = self._bench.recording.traces[spec.id].operation
        if self._late_alike[variant, operation] >= LATE_ALIKE:
            return True
        is_late_there = self._late_again[variant] >= LATE_AGAIN
        return is_late_there and self._was_late(spec, turn)

    def _was_late(self, spec: CheckSpec, turn: int) -> bool:
        """Return whether a check was late, or not sent, in a variant before *turn*."""
        before = (self.of(spec, earlier) for earlier in range(turn))
        return any(replies is None or replies.was_late for replies in before)

    def is_over(self, spec: CheckSpec, turn: int) -> bool:
        """Return whether the variant *turn* of a check is no longer prefetched."""
        return self._prefetcher.is_over(spec.variants[turn])

    def process(self, spec: CheckSpec, turn: int) -> tuple[str, tuple[str, ...]]:
        """Return the variant and the open callbacks of the process that gets a check's calls.

        The reference asks nothing in the first variant, so that no callback is open there.
        """
        variant = self._prefetcher.process_of(spec.variants[turn])
        return variant, spec.asks if turn else ()

    def place(self, spec: CheckSpec, turn: int) -> tuple[bool, tuple[str, tuple[str, ...]], str]:
        """Return the place of a check among others: first those of the process that is asked, and
        variant by variant.
        """
        process = self.process(spec, turn)
        return process != self._last, process, spec.variants[turn]

    def fetch(self, spec: CheckSpec, turn: int) -> Replies:
        """Prefetch a check in its variant *turn*; return its replies. Raises SandboxError."""
        variant = spec.variants[turn]
        _, asks = self._last = self.process(spec, turn)
        bench, recording = self._bench, self._bench.recording
        trace = recording.traces[spec.id]
        longer = self._replies.get((trace.within, variant))
        if longer is not None:
            replies = longer.beginning(trace)
        else:
            box = bench.sandbox.session.box
            seconds = recording.seconds.get(spec.id, 0.0)
            callbacks = None
            if asks:
                bench.callback_oracle.fresh()
                callbacks = bench.callbacks.opened(asks)
            replies = self._prefetcher.ask(box, variant, trace, seconds, callbacks)
        self._replies[spec.id, variant] = replies
        self._late_again[variant] += replies.was_late and self._was_late(spec, turn)
        alike = variant, trace.operation
        self._late_alike[alike] = max(0, self._late_alike[alike] + (1 if replies.was_late else -1))
        return replies

    def note_failure(self, spec: CheckSpec, turn: int, outcome: Outcome, index: int) -> None:
        """Note how a check fails by its replies in the variant *turn*, in which of its examples."""
        variant = spec.variants[turn]
        self._failures[spec.id, variant] = VariantRun(variant, outcome, index)

    def failure_in_all(self, spec: CheckSpec) -> VariantRun | None:
        """Return the run that is reported of a check that fails by its replies in each variant;
        else None.
        """
        best = None
        for variant in spec.variants:
            run = self._failures.get((spec.id, variant))
            if run is None:
                return None
            best = run if best is None or is_preferred(run, best) else best
        return best

    def end(self) -> bool:
        """End the process, if there is one; return False if its sandbox was lost meanwhile."""
        self._last = None
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

    def comparisons(self, spec: CheckSpec) -> dict[str, ReplyComparison]:
        """Return an observer for each variant in which a check was prefetched."""
        return {
            variant: ReplyComparison(replies)
            for turn, variant in enumerate(spec.variants)
            if (replies := self.of(spec, turn)) is not None
        }

    def fails_to_load_now(self) -> bool:
        """Return whether a live process failed to import a file that the prefetch imported."""
        return bool(self._bench.imports.failed() & self._prefetcher.imported)
