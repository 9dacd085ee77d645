"""A check runs in its variants until it passes, and the best run is reported."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from graders.harness.assignment.process_limits import Limits
from graders.harness.grading import variants
from graders.harness.grading.budget import Budget
from graders.harness.grading.outcome import PASSED, Outcome
from graders.harness.grading.variants import VariantRun, run_in_variants
from graders.harness.result import Cause, CauseKind
from graders.harness.sandbox.interface import ExitReason
from graders.harness.session.plan import Observer, Unobserved

FAILED = Outcome.of(Cause(CauseKind.WRONG_ANSWER))
RAISED = Outcome.of(Cause(CauseKind.EXCEPTION))
CRASHED = Outcome.of(Cause(CauseKind.SIGNAL))
TIMEOUT = Outcome.of(Cause(CauseKind.CPU_LIMIT))
LIMITS = Limits(cpu_seconds=8.0, wall_seconds=16.0, hurried_cpu_seconds=1.0)


class Bench:
    """Runs end with *steps*: an outcome, and the exit reasons of the run's processes."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, *steps: tuple[Outcome, set[ExitReason]]
    ) -> None:
        self.budget = Budget(LIMITS)
        self.ran: list[str] = []
        self.observers: list[Observer] = []
        self._steps = list(steps)
        self._reasons: set[ExitReason] = set()
        monkeypatch.setattr(variants, "run_in", self._run_in)
        monkeypatch.setattr(variants, "exit_reasons", lambda bench: self._reasons)

    def _run_in(self, _: object, check: object, variant: str, observer: Observer) -> VariantRun:
        outcome, self._reasons = self._steps.pop(0)
        self.ran.append(variant)
        self.observers.append(observer)
        return VariantRun(variant, outcome)

    def run(
        self, *names: str, observer: Observer | None = None, confirm: bool = True
    ) -> VariantRun:
        """Run a check that has the variants *names*."""
        check: Any = SimpleNamespace(spec=SimpleNamespace(variants=names))
        bench: Any = self
        return run_in_variants(bench, check, observer or Unobserved(), confirm=confirm)

    @property
    def seconds(self) -> tuple[float, float]:
        """The limits of CPU and wall time of the next process."""
        limits = self.budget.process_limits(None)
        return limits.cpu_seconds, limits.wall_seconds


def ending(outcome: Outcome, *reasons: ExitReason) -> tuple[Outcome, set[ExitReason]]:
    """Return one step: a run with this outcome."""
    return outcome, set(reasons)


def test_variant_that_passes_is_the_last_one(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(monkeypatch, ending(FAILED), ending(PASSED))
    assert bench.run("own", "sound", "other").outcome is PASSED
    assert bench.ran == ["own", "sound"]


@pytest.mark.parametrize(
    ("own", "sound", "reported"),
    [
        (FAILED, RAISED, "own"),
        (RAISED, FAILED, "sound"),
        (CRASHED, TIMEOUT, "sound"),
        (FAILED, FAILED, "sound"),
    ],
)
@pytest.mark.parametrize("own_is_first", [True, False])
def test_better_run_is_reported_and_of_equal_ones_that_with_sound_files(
    monkeypatch: pytest.MonkeyPatch,
    own: Outcome,
    sound: Outcome,
    reported: str,
    own_is_first: bool,
) -> None:
    steps = {"own": ending(own), "sound": ending(sound)}
    names = ("own", "sound") if own_is_first else ("sound", "own")
    bench = Bench(monkeypatch, *(steps[name] for name in names))
    assert bench.run(*names).variant == reported


@pytest.mark.parametrize(
    ("again", "reported"),
    [(PASSED, PASSED), (FAILED, FAILED), (TIMEOUT, TIMEOUT), (CRASHED, TIMEOUT)],
)
def test_timeout_by_the_wall_clock_is_run_again_and_the_better_run_counts(
    monkeypatch: pytest.MonkeyPatch, again: Outcome, reported: Outcome
) -> None:
    bench = Bench(monkeypatch, ending(TIMEOUT, ExitReason.WALL), ending(again))
    assert bench.run("own").outcome is reported
    assert bench.ran == ["own", "own"]


@pytest.mark.parametrize(
    ("outcome", "reason", "confirm"),
    [
        (TIMEOUT, ExitReason.CPU, True),  # equally long on any machine
        (CRASHED, ExitReason.WALL, True),  # the process ended later, for a different reason
        (TIMEOUT, ExitReason.WALL, False),
    ],
)
def test_no_other_verdict_is_confirmed(
    monkeypatch: pytest.MonkeyPatch, outcome: Outcome, reason: ExitReason, confirm: bool
) -> None:
    bench = Bench(monkeypatch, ending(outcome, reason))
    assert bench.run("own", confirm=confirm).outcome is outcome
    assert bench.ran == ["own"]


def test_budget_that_is_used_up_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(monkeypatch, ending(TIMEOUT, ExitReason.WALL))
    bench.budget.exhausted = Cause(CauseKind.TOTAL_CPU_LIMIT)
    assert bench.run("own", "sound").outcome is TIMEOUT
    assert bench.ran == ["own"]


@pytest.mark.parametrize(
    ("reason", "left"), [(ExitReason.CPU, 2.0), (ExitReason.MEMORY, 8.0), (ExitReason.SIGNAL, 8.0)]
)
def test_each_variant_out_of_time_halves_the_time_of_later_processes(
    monkeypatch: pytest.MonkeyPatch, reason: ExitReason, left: float
) -> None:
    bench = Bench(monkeypatch, ending(TIMEOUT, reason), ending(TIMEOUT, reason))
    bench.run("own", "sound")
    assert bench.seconds == (left, 16.0)


def test_confirmed_timeout_halves_the_time_once(monkeypatch: pytest.MonkeyPatch) -> None:
    wall = ending(TIMEOUT, ExitReason.WALL)
    bench = Bench(monkeypatch, wall, wall)
    bench.run("own")
    assert bench.seconds == (8.0, 8.0)


def test_observer_watches_the_first_variant_and_its_confirmation_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bench = Bench(monkeypatch, ending(TIMEOUT, ExitReason.WALL), ending(TIMEOUT), ending(FAILED))
    observer = Unobserved()
    bench.run("own", "sound", observer=observer)
    assert [one is observer for one in bench.observers] == [True, True, False]
