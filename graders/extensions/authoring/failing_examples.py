"""Tries a faulty program on every example of every property: which ones tell it from a right one?

For distilling; no marks come of it. If an example fails, the engine looks for a smaller one
that fails, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from graders.harness.grading.checks import Check
from graders.harness.grading.variants import Workbench
from graders.harness.replay.recording import decode_example
from graders.harness.result import VERDICTS, Verdict

MAX_ENDLESS = 2
"""Examples of one check that may run out of time or memory before the rest is left untried."""

MAX_CPU_SECONDS = 8.0
"""CPU time that the examples of one check may take before the rest is left untried."""

MAX_FAILING = 60
"""Examples of one check that fail before the rest is left untried: the fault is easy to find."""

MAX_PROCESSES = 10
"""Processes that examples of one check may end before the rest is left untried: slow in Java."""

TOGETHER = 100
"""Examples that share a process, as long as none ends it."""

SEARCH_CALLS = 60
"""Examples that are tried in search of a smaller one."""

SMALL_PART = 4
"""No smaller one is searched if a failing one is among the smallest of this many parts of all."""


class FailingExamples(msgspec.Struct):
    """The examples that a program fails on."""

    failing: dict[str, dict[str, list[int]]] = {}
    """Check -> variant -> indexes of the failing examples. A check that some variant passes has no
    entry.
    """
    small: dict[str, list[msgspec.Raw]] = {}
    """Check -> smaller examples that fail, in some variant."""


def try_examples(bench: Workbench, checks: Iterable[Check], *, search: bool) -> FailingExamples:
    """Return the examples of the properties among *checks* on which the submission fails.

    search: whether smaller ones are looked for. Raises SandboxError.
    """
    result = FailingExamples()
    for check in checks:
        if check.is_property:
            _try_check(bench, check, result, search=search)
    return result


def _try_check(bench: Workbench, check: Check, result: FailingExamples, *, search: bool) -> None:
    """Add the failing examples of *check* to *result*, unless some variant passes them all."""
    failing: dict[str, list[int]] = {}
    small: list[msgspec.Raw] = []
    for variant in check.spec.variants:
        trial = _Trial(bench, check, variant)
        failing[variant] = trial.failing_indexes()
        if not failing[variant]:
            return
        smaller = trial.smaller(failing[variant]) if search else None
        if smaller is not None:
            small.append(msgspec.Raw(smaller))
        bench.sandbox.session.end()
    result.failing[check.id] = failing
    result.small[check.id] = small


@dataclass
class _Trial:
    """The examples of one check in one variant."""

    bench: Workbench
    check: Check
    variant: str
    examples: list[bytes] = field(init=False)
    endless: int = 0
    """Examples that ran out of time or memory."""
    ended: int = 0
    """Examples that ended their process."""
    cpu_seconds: float = 0.0

    def __post_init__(self) -> None:
        self.examples = self.bench.examples.of(self.check)

    def failing_indexes(self) -> list[int]:
        """Return the indexes of the examples that fail, until that is certain enough."""
        failing: list[int] = []
        session = self.bench.sandbox.session
        for index, raw in enumerate(self.examples):
            if index % TOGETHER == 0:
                self._begin()
            verdict = self._verdict(decode_example(raw))
            if verdict is not Verdict.PASSED:
                failing.append(index)
                self.endless += VERDICTS[verdict].uses_up
                self.ended += not session.alive
            if self._is_enough(failing):
                break
        return failing

    def smaller(self, failing: list[int]) -> bytes | None:
        """Return a smaller failing example that the engine finds; None if a small one is known."""
        sizes = list(map(len, self.examples))
        smallest = min(sizes[index] for index in failing)
        if self.endless or self._is_slow() or smallest <= sorted(sizes)[len(sizes) // SMALL_PART]:
            return None
        from graders.harness.replay import engine

        self._begin()
        failing_indexes = set(failing)
        passing = {
            raw
            for index, raw in enumerate(self.examples[: failing[-1]])
            if index not in failing_indexes
        }
        smaller = engine.search(
            self.check.test,
            self.bench.arguments(self.check),
            self.check.id,
            self.bench.examples.count(self.check),
            passing,
            lambda example: (self._verdict(example) is not Verdict.PASSED, 1),
            SEARCH_CALLS,
        )
        return smaller if smaller is not None and len(smaller) < smallest else None

    def _is_enough(self, failing: list[int]) -> bool:
        if len(failing) == MAX_FAILING or self.ended == MAX_PROCESSES:
            return True
        return self.endless > MAX_ENDLESS or (bool(failing) and self._is_slow())

    def _is_slow(self) -> bool:
        session = self.bench.sandbox.session
        used = self.cpu_seconds + sum(ending.cpu_seconds for ending in session.endings)
        return used > MAX_CPU_SECONDS

    def _begin(self) -> None:
        session = self.bench.sandbox.session
        session.end()
        self.cpu_seconds += sum(ending.cpu_seconds for ending in session.endings)
        self.bench.begin(self.check, self.variant)

    def _verdict(self, example: Mapping[str, Any]) -> Verdict:
        """Return the verdict on one example, in a process that may have had others."""
        bench = self.bench
        if not bench.sandbox.session.alive:
            self._begin()
        arguments = {**bench.arguments(self.check), **example}
        run = lambda: self.check.body(**arguments)  # noqa: E731
        return bench.runner.outcome(run, bench.sandbox.session).verdict
