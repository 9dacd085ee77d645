"""Grades the reference, which makes the recording that submissions are replayed against.

That draws the examples, keeps the reference's answers and traces, and proves that the grader gives
full marks where they are due.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from graders.harness.assignment.manifest import Assignment
from graders.harness.assignment.scenario import SCENARIO
from graders.harness.grading import marking
from graders.harness.grading.checks import Check, Invoke, Progress
from graders.harness.grading.faults import driver_fault
from graders.harness.grading.outcome import PASSED, CheckRun, Outcome
from graders.harness.grading.program import GraderBroken
from graders.harness.grading.variants import Workbench
from graders.harness.inside.modules import Program
from graders.harness.replay import recording
from graders.harness.replay.trace import CallRecorder, Disclosure
from graders.harness.result import Result, Verdict
from graders.harness.sandbox import find_interpreter

MAX_NAMED = 5
"""Number of checks that are named if the reference fails its own."""


class ReferenceFails(GraderBroken):
    """The reference fails checks of its own; *result* has them, with what a student would see."""

    def __init__(self, message: str, result: Result) -> None:
        super().__init__(message)
        self.result = result


class ReferenceRun:
    """Runs every check on the reference, and fills the recording of its workbench."""

    def __init__(self, bench: Workbench, *, packs: bool, progress: Progress | None = None) -> None:
        """packs: whether the program reads calls in packed form."""
        self._bench = bench
        self._packs = packs
        self._progress = progress
        self._disclosures: dict[str, Disclosure] = {}
        self.runs: list[CheckRun] = []

    def run(self, checks: Sequence[Check], invoke: Invoke) -> None:
        """Run *checks* and put the recording in order."""
        # the first one twice, to measure it in a warm machine: a new one has to load its classes
        for number, check in enumerate((*checks[:1], *checks)):
            outcome = invoke(check, lambda check=check: self._outcome(check))  # type: ignore[misc]
            if number:
                self.runs.append(CheckRun(check.spec, check.title, outcome))
                if self._progress:
                    self._progress(check.id, len(checks))
        kept = self._bench.recording
        least = min(kept.seconds.values(), default=0.0)
        kept.seconds = {
            id_: recording.in_steps(seconds - least) for id_, seconds in kept.seconds.items()
        }
        kept.answers = dict(sorted(kept.answers.items()))
        specs = [check.spec for check in checks]
        kept.traces = recording.scheduled(kept.traces, self._disclosures, specs)

    def _outcome(self, check: Check) -> Outcome:
        """Run *check* in its variants until it passes."""
        outcome = PASSED
        for variant in check.spec.variants:
            outcome = self._bench.sandbox.retried(
                lambda variant=variant: self._run_in(check, variant)  # type: ignore[misc]
            )
            if outcome.verdict is Verdict.PASSED:
                break
        return outcome

    def _run_in(self, check: Check, variant: str) -> Outcome:
        bench = self._bench
        calls = CallRecorder(packs=self._packs)
        examples = bench.raw_examples(check)
        plan = bench.begin(check, variant, observer=calls, reuse=True)
        session = bench.sandbox.session
        arguments = bench.arguments(check)
        outcome, _ = bench.runner.on_examples(check, arguments, examples, session)
        session.end()
        keys = sorted(check.keys(arguments))
        if keys:
            bench.recording.objects[check.id] = keys
        asks_back = plan.callbacks is not None and plan.callbacks.asked
        if outcome is PASSED and variant == check.spec.variants[0]:
            self._keep(check.id, calls, session.cpu_seconds, asks_back=asks_back)
        return outcome

    def _keep(self, id_: str, calls: CallRecorder, seconds: float, *, asks_back: bool) -> None:
        """Keep the trace in *calls* of one check, which took *seconds* of CPU time."""
        kept = self._bench.recording
        traced = calls.trace()
        if traced is not None and not asks_back:
            kept.traces[id_], self._disclosures[id_] = traced
        if calls.first_import:
            kept.imports[id_] = calls.first_import
        if seconds:  # a plain process does not report it
            kept.seconds[id_] = seconds


def failure(assignment: Assignment, program: Program, runs: Sequence[CheckRun]) -> GraderBroken:
    """Return the error that says which checks the reference, *program*, fails."""
    broken = [run for run in runs if run.outcome.verdict is not Verdict.PASSED]
    if len(broken) == len(runs) and len({run.outcome.cause for run in broken}) == 1:
        interpreter = find_interpreter(assignment.manifest.marking_python)
        fault = driver_fault(assignment, program, interpreter)
        if fault:
            return GraderBroken(f"the driver does not load: {fault}")
    result = marking.mark(assignment, "the reference", runs)
    failures = [f"{run.spec.id} ({_reason(run.outcome)})" for run in broken]
    more = f"; and {len(failures) - MAX_NAMED} more" if len(failures) > MAX_NAMED else ""
    message = (
        f"{assignment.id}: the reference fails {len(broken)} of its own checks: "
        f"{'; '.join(failures[:MAX_NAMED])}{more}{_stale_scenarios(assignment, broken)}"
        f"{_absent(assignment, broken)}"
    )
    return ReferenceFails(message, result)


def _reason(outcome: Outcome) -> str:
    """Return why the reference failed a check, for its author."""
    if outcome.log or outcome.cause is None:
        return outcome.log or outcome.verdict.value
    return outcome.cause.summary()


_ABSENT = re.compile(r"No module named '(?P<name>\w+)")
_NO_FILES = re.compile(r"Read-only file system|Permission denied")


def _absent(assignment: Assignment, broken: Sequence[CheckRun]) -> str:
    """Return advice on packages and files that the reference uses and the sandbox lacks."""
    reasons = "\n".join(_reason(run.outcome) for run in broken)
    module = _ABSENT.search(reasons)
    advice = ""
    if module is not None:
        advice += (
            f"\nThe sandbox has no {module['name']}: add its package to packages = [...] in "
            f"assignment.toml, then run `grader doctor {assignment.id} --install`"
        )
    if _NO_FILES.search(reasons) and not assignment.files.scratch:
        advice += (
            "\nIf the reference writes files, add scratch = true below [files] in assignment.toml"
        )
    return advice


def _stale_scenarios(assignment: Assignment, broken: Sequence[CheckRun]) -> str:
    """Return advice on recording the scenarios again that the reference plays differently."""
    wrong = [run.spec.id for run in broken if run.outcome.verdict is Verdict.FAILED]
    stale = [id_.removeprefix(SCENARIO) for id_ in wrong if id_.startswith(SCENARIO)]
    if not stale or assignment.manifest.transcript is None:
        return ""
    return (
        f"\nIf the reference is right, record these scenarios again: `grader refresh "
        f"{assignment.id} --only scenarios {' '.join(stale[:MAX_NAMED])}` writes them, and with "
        "--check shows the difference"
    )
