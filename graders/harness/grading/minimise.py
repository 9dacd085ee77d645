"""Looks for a small example on which a property fails, to show that to people.

The first failing example is run alone, in a fresh process. Then smaller ones are tried: the other
distilled ones, or those that Hypothesis' engine makes, under a budget of calls and of time.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec

from graders.harness.grading.checks import Check
from graders.harness.grading.outcome import Outcome
from graders.harness.grading.runner import OnExample
from graders.harness.grading.variants import VariantRun, Workbench
from graders.harness.replay.recording import decode_example, smallest
from graders.harness.result import VERDICTS, Verdict
from graders.harness.sandbox.interface import SandboxError


def minimised(
    bench: Workbench, check: Check, run: VariantRun, calls: int, *, can_draw: bool
) -> Outcome:
    """Return the outcome of *run*, described by the smallest failing example found in *calls*
    calls.

    can_draw: whether the reference answers, so that examples may be tried that are not recorded.
    Checks without marks are not made smaller.
    """
    outcome = run.outcome
    if not is_made_smaller(check, calls) or not VERDICTS[outcome.verdict].is_minimised:
        return outcome
    search = SmallerExampleSearch(bench, check, run, calls)
    try:
        # the very first example was alone: its process had been asked nothing before
        if run.index and search.alone(search.examples[run.index]).verdict is Verdict.PASSED:
            assert outcome.cause is not None
            cause = msgspec.structs.replace(outcome.cause, depends_on_earlier_calls=True)
            return replace(outcome, cause=cause, example="")
        small = search.distilled() if not can_draw else search.drawn()
        if small is None:
            return outcome
        small_outcome = replace(search.alone(small), example=small.decode())
    except SandboxError:
        return outcome
    return small_outcome if small_outcome.verdict is outcome.verdict else outcome


def is_made_smaller(check: Check, calls: int) -> bool:
    """Return whether a small example is looked for if *check* fails."""
    return check.is_property and calls > 0 and check.spec.marks > 0


class SmallerExampleSearch:
    """The search for a smaller example that fails with the same verdict."""

    def __init__(
        self,
        bench: Workbench,
        check: Check,
        run: VariantRun,
        calls: int,
    ) -> None:
        self._bench = bench
        self._check = check
        self._run = run
        self._calls = calls
        self.examples = bench.examples.of(check)

    def alone(self, raw: bytes) -> Outcome:
        """Return the outcome of one example in a fresh process. Raises SandboxError."""
        return self._outcome(decode_example(raw))

    def distilled(self) -> bytes | None:
        """Return the smallest recorded example that fails, or None."""
        return smallest(self.examples, self._run.index, self._fails, self._calls)

    def drawn(self) -> bytes | None:
        """Return the smallest failing example that the engine finds, or None."""
        from graders.harness.replay import engine

        return engine.search(
            self._check.test,
            self._bench.arguments(self._check),
            self._check.id,
            self._bench.examples.count(self._check),
            set(self.examples[: self._run.index]),
            self._fails,
            self._calls,
            self._bench.examples.seed,
        )

    def _outcome(self, example: Mapping[str, Any], *, reuse: bool = False) -> Outcome:
        bench, check = self._bench, self._check
        bench.begin(check, self._run.variant, reuse=reuse)
        run = OnExample(check.body, bench.arguments(check), example)
        session = bench.sandbox.session
        outcome = bench.runner.outcome(run, session)
        session.end()
        return outcome

    def _fails(self, example: dict[str, Any]) -> tuple[bool, int]:
        """Return whether *example* fails alike, and what the try costs of the budget of calls."""
        started = time.monotonic()
        verdict = self._outcome(example, reuse=True).verdict
        cpu_seconds = self._bench.sandbox.session.cpu_seconds
        goes_on = self._bench.budget.charge_search(cpu_seconds, time.monotonic() - started)
        return verdict is self._run.outcome.verdict, 1 if goes_on else self._calls
