"""Looks for one cause of many failed checks: one change with which nearly all of them pass.

It is advice for staff. It runs after every check is decided, changes no verdict and no mark, and
ends in a flag. A changed submission runs in a box of its own, under the same limits, on what is
left of the submission's time. All that is used of it is which checks pass.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from graders.harness.grading import marking
from graders.harness.grading.budget import Budget
from graders.harness.grading.checks import Check
from graders.harness.grading.outcome import PASSED, CheckRun
from graders.harness.grading.repairs import Repair, repairs
from graders.harness.grading.submission import SubmissionRun
from graders.harness.intake import Submission
from graders.harness.replay.recording import Listed, Recording
from graders.harness.result import Flag, FlagCode, Result, Verdict, rounded
from graders.harness.sandbox.interface import Level, SandboxError

if TYPE_CHECKING:
    from graders.harness.grading.benches import Benches

MANY = 10
"""Failed checks from which one cause is looked for: of all checks, or of a task's.

Most exemplars of one fault fail two or three checks, and nine of ten fail fewer than ten. A program
that fails more has many faults, or one that hides everything else.
"""
THIRD = Fraction(1, 3)
"""The part of all marks whose loss is enough, however few checks fail: no single fault is to cost
more.
"""
PROBES = 2
"""Checks that are tried first: a repair with which all of them still fail is none."""
TENTH = 10
"""One in ten failed checks may fail for another reason."""
CPU_SECONDS = 20.0
WALL_SECONDS = 40.0
"""Time of all repairs of a submission, at most, within its own."""


@dataclass(frozen=True, slots=True)
class Search:
    """The search for one cause of a submission's failed checks."""

    benches: Benches
    recording: Recording
    submission: Submission
    run: SubmissionRun
    """The run of all checks, which are decided."""

    def flags(self) -> tuple[Flag, ...]:
        """Return a flag for one cause of all failures, else one for each task that has one."""
        run = self.run
        runs, budget = run.results(), run.bench.budget
        reference = self.benches.reference
        failed = {one.spec.id: one for one in runs if _has_failed(one)}
        if not failed or reference is None or budget.is_exhausted():
            return ()
        if len(runs) < len(self.recording.checks):
            return ()  # only some checks were run, and these give no marks to compare
        before = self._result(runs)
        is_dear = before.max_marks - before.marks > THIRD * before.max_marks
        if len(failed) < MANY and not is_dear:
            return ()
        time = budget.rest(CPU_SECONDS, WALL_SECONDS)
        suspects = list(
            repairs(
                self.benches.assignment,
                self.submission.files,
                # plain processes at level E can write files
                {} if self.benches.backend.level is Level.E else reference.submitted,
                self.benches.rewritings,
                failed.values(),
            )
        )
        found = []
        for scope in _scopes([run.checks[id_] for id_ in failed if id_ in run.checks]):
            for repair in suspects:
                passing = self._passing(repair, scope, time)
                if time.is_exhausted():
                    return ()  # the part that was tried depends on the machine
                if len(passing) >= len(scope) - len(scope) // TENTH:
                    after = self._result(_passed(passing, runs))
                    found.append(_flag(repair, scope, passing, before, after))
                    break
            if found and len(scope) == len(failed):
                break
        return tuple(found)

    def _passing(
        self, repair: Repair, scope: Sequence[Check], time: Budget
    ) -> set[str]:
        """Return the checks of *scope* that pass with *repair*, as far as it is worth trying."""
        passing: set[str] = set()
        allowed = len(scope) // TENTH
        changed = replace(self.submission, files=dict(repair.files))
        try:
            with self.benches.of_submission(
                changed, self.recording, budget=time, heard=repair.heard
            ) as bench:
                for tried, part in _parts(scope):
                    listed = [Listed(one.spec, one.title) for one in part]
                    policy = replace(self.run.policy, search_calls=0)
                    run = SubmissionRun(bench, policy, listed)
                    run.run(part)
                    passing |= {
                        one.spec.id
                        for one in run.results()
                        if one.outcome.verdict is Verdict.PASSED
                    }
                    if not passing or tried - len(passing) > max(allowed, PROBES - 1):
                        break
        except SandboxError:
            return set()
        return passing

    def _result(self, runs: Sequence[CheckRun]) -> Result:
        return marking.mark(self.benches.assignment, self.submission.name, runs)


def _passed(passing: Set[str], runs: Sequence[CheckRun]) -> list[CheckRun]:
    """Return *runs* in which the checks *passing* pass."""
    return [
        replace(one, outcome=PASSED) if one.spec.id in passing else one for one in runs
    ]


def _flag(
    repair: Repair,
    scope: Sequence[Check],
    passing: Set[str],
    before: Result,
    after: Result,
) -> Flag:
    """Return the flag for *repair*, with which the checks *passing* of *scope* pass."""
    tasks = {check.spec.task for check in scope}
    names = {task.id: task.name for task in before.tasks}
    values = {
        "repair": repair.kind,
        **repair.values,
        "checks": len(passing),
        "passing": sorted(passing),
        "failed": len(scope),
        "task": names[min(tasks)] if len(tasks) == 1 and len(names) > 1 else "",
        "marks": rounded(before.marks),
        "repaired": rounded(after.marks),
        "full": rounded(before.max_marks),
    }
    return Flag(FlagCode.ONE_CAUSE, values)


def _has_failed(run: CheckRun) -> bool:
    return run.outcome.verdict not in (Verdict.PASSED, Verdict.NOT_RUN)


def _scopes(failed: Sequence[Check]) -> Iterator[list[Check]]:
    """Yield the failed checks: all of them, then those of each task that has many."""
    yield list(failed)
    tasks = dict.fromkeys(check.spec.task for check in failed)
    for task in tasks if len(tasks) > 1 else ():
        of_task = [check for check in failed if check.spec.task == task]
        if len(of_task) >= MANY:
            yield of_task


def _parts(scope: Sequence[Check]) -> Iterator[tuple[int, Sequence[Check]]]:
    """Yield parts of *scope*, with the number of checks tried after each: first the probes, which
    stand apart, then more and more.
    """
    probes = [scope[index * len(scope) // PROBES] for index in range(PROBES)]
    yield len(probes), probes
    rest = [check for check in scope if check not in probes]
    tried, size = len(probes), TENTH
    while rest:
        part, rest = rest[:size], rest[size:]
        tried, size = tried + len(part), 2 * size
        yield tried, part
