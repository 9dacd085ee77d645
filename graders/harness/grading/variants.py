"""Runs one check in its variants, each in a process of its own, until it passes."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, replace

from graders.harness.grading.budget import Budget
from graders.harness.grading.checks import Check
from graders.harness.grading.examples import Examples
from graders.harness.grading.outcome import Outcome, is_better
from graders.harness.grading.runner import ExampleRunner
from graders.harness.grading.sandboxed import StudentSandbox
from graders.harness.replay.recording import Recording
from graders.harness.result import Verdict
from graders.harness.sandbox.interface import ExitReason, SandboxError
from graders.harness.session.callbacks import CallbackPolicy
from graders.harness.session.memory import ImportMemory
from graders.harness.session.operations import Operations
from graders.harness.session.oracle import Oracle
from graders.harness.session.plan import OWN, Observer, ProcessPlan, Unobserved
from graders.harness.session.timers import SubmissionOutOfTime


def unchanged(student: Operations) -> Operations:
    """Return *student* itself."""
    return student


@dataclass(frozen=True, slots=True)
class Workbench:
    """Everything that runs of one submission's checks share."""

    sandbox: StudentSandbox
    reference: Oracle
    callback_oracle: Oracle
    callbacks: CallbackPolicy
    runner: ExampleRunner
    examples: Examples
    recording: Recording
    budget: Budget
    imports: ImportMemory
    heard: Callable[[Operations], Operations] = unchanged
    """Returns what a check hears of a session with the submission."""

    def begin(
        self,
        check: Check,
        variant: str = OWN,
        *,
        observer: Observer | None = None,
        reuse: bool = False,
    ) -> ProcessPlan:
        """Get a fresh process of the submission for *check* in *variant*. Raises SandboxError."""
        self.reference.fresh()
        self.callback_oracle.fresh()
        needed = self.recording.seconds.get(check.id)
        plan = ProcessPlan(
            self.budget.process_limits(needed),
            variant,
            self.callbacks.opened(check.spec.asks) if check.spec.asks else None,
            hidden=check.is_hidden,
            reuse=reuse,
            first_import=self.recording.imports.get(check.id, ""),
            observer=observer or Unobserved(),
            needed=needed,
        )
        self.sandbox.session.begin(plan)
        return plan

    def arguments(self, check: Check) -> dict[str, object]:
        """Return the arguments of *check*, with live sessions."""
        return self._arguments(check, self.sandbox.session)

    def _arguments(self, check: Check, student: Operations) -> dict[str, object]:
        """Return the arguments of *check*. The reference itself may answer with any objects."""
        known = None if self.runner.records else self.recording.objects.get(check.id, ())
        return check.arguments(self.heard(student), self.reference, known)

    def raw_examples(self, check: Check) -> list[bytes]:
        """Return the encoded examples of *check*; none if it is no property."""
        return self.examples.of(check) if check.is_property else []

    def passes_on(self, check: Check, replies: Operations) -> bool | None:
        """Return whether *check* passes on prefetched *replies*; see
        :meth:`ExampleRunner.passes_on`.
        """
        arguments = self._arguments(check, replies)
        runs = self.runner.runs(check, arguments, self.raw_examples(check))
        return self.runner.passes_on(runs)

    def end(self) -> None:
        """End all processes, even if a sandbox is gone already; the submission's fault is kept."""
        self.sandbox.end()
        for oracle in (self.reference, self.callback_oracle):
            with contextlib.suppress(SandboxError):
                oracle.close()


@dataclass(frozen=True, slots=True)
class VariantRun:
    """How a check ended in one variant."""

    variant: str
    outcome: Outcome
    index: int = 0
    """Which of its examples failed, from 0."""


def within_budget(bench: Workbench, run: Callable[[], Outcome]) -> Outcome:
    """Return the outcome of *run*; if the submission's budget ends with it, that is the cause."""
    budget = bench.budget
    try:
        with budget.clock(), budget.last_resort():
            outcome = run()
    except SubmissionOutOfTime:
        if not budget.is_exhausted():  # the last resort
            budget.end()
        with contextlib.suppress(SandboxError):  # it was interrupted anywhere
            bench.sandbox.reopen()
        assert budget.exhausted is not None
        return Outcome.of(budget.exhausted)
    if outcome.verdict is Verdict.TIMEOUT and budget.is_exhausted():
        outcome = replace(outcome, cause=budget.exhausted)
    return outcome


def run_in_variants(
    bench: Workbench,
    check: Check,
    observer: Observer,
    *,
    confirm: bool = True,
) -> VariantRun:
    """Run *check* in its variants until it passes; return the best run.

    observer: watches the run in the first variant. confirm: a timeout by the wall clock, which a
    busy machine can cause, is run again.
    """
    best: VariantRun | None = None
    for variant in check.spec.variants:
        run = run_in(bench, check, variant, observer)
        reasons = exit_reasons(bench)
        if confirm and _is_of_the_wall_clock(run, reasons) and not bench.budget.is_exhausted():
            again = run_in(bench, check, variant, observer)
            run = run if is_better(run.outcome, again.outcome) else again
        bench.budget.hurry(reasons)
        best = run if best is None or is_preferred(run, best) else best
        if run.outcome.verdict is Verdict.PASSED or bench.budget.is_exhausted():
            break
        observer = Unobserved()
    assert best is not None, "a check has a variant"
    return best


def run_in(bench: Workbench, check: Check, variant: str, observer: Observer) -> VariantRun:
    """Run *check* once in *variant*, in a fresh process."""
    index = 0

    def run() -> Outcome:
        nonlocal index
        examples = bench.raw_examples(check)
        bench.begin(check, variant, observer=observer)
        session = bench.sandbox.session
        outcome, index = bench.runner.on_examples(check, bench.arguments(check), examples, session)
        failed = outcome.verdict is not Verdict.PASSED
        if failed and check.is_property and not session.timed_out_over_many_calls:
            outcome = replace(outcome, example=examples[index].decode())
        session.end()
        return outcome

    return VariantRun(variant, bench.sandbox.retried(run), index)


def exit_reasons(bench: Workbench) -> set[ExitReason]:
    """Return why processes of the present run ended; nothing if no sandbox serves it."""
    if bench.sandbox.fault:
        return set()
    return {ending.cause for ending in bench.sandbox.session.endings}


def _is_of_the_wall_clock(run: VariantRun, reasons: set[ExitReason]) -> bool:
    return run.outcome.verdict is Verdict.TIMEOUT and ExitReason.WALL in reasons


def is_preferred(run: VariantRun, best: VariantRun) -> bool:
    """Return whether *run* is reported rather than *best*, an earlier one.

    Of two that are alike, the one with sound files around the student's own is reported.
    """
    if run.variant == OWN:
        return is_better(run.outcome, best.outcome)
    return not is_better(best.outcome, run.outcome)
