"""Marking: a pure function from what the judge found and the manifest to a :class:`Result`.

The maximum comes from the manifest alone. A check that did not run, for whatever reason, still counts in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from graders.harness.judge import Judged
from graders.harness.manifest import Assignment, exact
from graders.harness.result import (
    CheckResult,
    ManualPart,
    Result,
    Status,
    TaskResult,
    Verdict,
)


def mark(assignment: Assignment, submission: str, judged: Iterable[Judged], notes: Iterable[str] = ()) -> Result:
    """Return the result of one submission. Checks come in the order of the manifest's tasks, then by id."""
    manifest = assignment.manifest
    order = {task.id: place for place, task in enumerate(manifest.tasks)}
    checks = sorted(map(_check, judged), key=lambda check: (order[check.task], check.id))
    tasks = tuple(
        TaskResult(
            id=task.id,
            name=task.name,
            marks=sum((check.marks for check in checks if check.task == task.id), Fraction(0)),
            max_marks=exact(task.marks),
        )
        for task in manifest.tasks
    )
    faults = [check for check in checks if check.verdict is Verdict.GRADER_FAULT]
    ran = [check for check in checks if check.verdict is not Verdict.NOT_RUN]
    flags = []
    if faults or not ran:
        flags.append("not gradable: the grader failed, not the submission; grade it again")
    elif all(check.verdict is Verdict.MISSING for check in ran):
        flags.append("no check found the file it looks for: is this the right submission?")
    return Result(
        assignment=assignment.id,
        submission=submission,
        status=Status.NOT_GRADABLE if faults or not ran else Status.GRADED,
        marks=sum((task.marks for task in tasks), Fraction(0)),
        max_marks=assignment.max_marks,
        tasks=tasks,
        checks=tuple(checks),
        manual=tuple(ManualPart(name=part.name, max_marks=exact(part.max_marks)) for part in manifest.manual),
        flags=tuple(flags),
        notes=tuple(notes),
    )


def _check(judged: Judged) -> CheckResult:
    outcome, spec = judged.outcome, judged.spec
    return CheckResult(
        id=spec.id,
        task=spec.task,
        title=judged.title,
        verdict=outcome.verdict,
        marks=spec.marks if outcome.verdict is Verdict.PASSED else Fraction(0),
        max_marks=spec.marks,
        visibility=spec.visibility,
        message=outcome.message,
        exhibits=outcome.exhibits,
    )
