"""What a fault costs: of every program with one fault how many checks, and how many marks, it
loses.

A fault that takes more than its task's fair part is charged in places that are not its own; one
that takes nearly nothing, though a whole function is gone, shows a table of marks that is out of
proportion. Both are told, and neither is an error: people decide. The programs are the exemplars of
the kind *faulty* (whose authors may have given them more than one fault), the mutants, and the lazy
programs that do nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec

from graders.harness.assignment.manifest import Assignment, exact
from graders.harness.course.batch import Done
from graders.harness.intake import Submission, submission_from_bytes
from graders.harness.result import Result, Status, Verdict
from graders.harness.verification.exemplars import as_submission, load_exemplars
from graders.harness.verification.expectations import runs_short
from graders.harness.verification.gradings import Gradings, given
from graders.harness.verification.lazy import NOTHING, lazy_programs
from graders.harness.verification.mutants import mutants_of, sample

MOST = Fraction(1, 3)
"""Part of a task that one fault may cost."""
LEAST = Fraction(1)
"""Marks that a function is worth which does nothing."""


class Cost(msgspec.Struct, frozen=True):
    """What one fault costs in the task in which it costs most."""

    task: str
    fault: str
    kind: str
    """"exemplar", "mutant" or "lazy"."""
    checks: int
    """How many checks fail, in all tasks."""
    marks: Fraction
    """What is lost in that task."""
    elsewhere: Fraction
    """What is lost in all others."""
    remark: str = ""
    """Why this is out of proportion; empty if it is not."""


def costs(gradings: Gradings, mutants: int | None = None) -> list[Cost]:
    """Return what each fault costs, by task in the manifest's order, the dearest first. Raises
    GraderBroken.

    *mutants*: how many of these, and of the others as many, evenly spread; None for all.
    """
    kinds = {
        kind: dict(_some(programs, mutants))
        for kind, programs in _programs(gradings.assignment).items()
    }
    settings = msgspec.structs.replace(gradings.hurried(gradings.settings), shrink_calls=0)
    done = gradings.graded(
        {name: one for some in kinds.values() for name, one in some.items()}, settings, "faults"
    )
    order = {task.id: place for place, task in enumerate(gradings.assignment.manifest.tasks)}
    found = [
        _cost(gradings.assignment, name, kind, done[name])
        for kind, some in kinds.items()
        for name in some
    ]
    known = [cost for cost in found if cost is not None]
    return sorted(
        known, key=lambda cost: (order[cost.task], -cost.marks, -cost.elsewhere, cost.fault)
    )


def _programs(assignment: Assignment) -> Mapping[str, Mapping[str, Submission]]:
    """Return the programs with one fault, by kind and name."""
    files = given(assignment, assignment.reference)

    def changed(name: str, file: str, content: bytes) -> Submission:
        return submission_from_bytes(name, {**files, file: content}, assignment)

    exemplars = [
        one
        for one in load_exemplars(assignment.grader)
        if one.kind == "faulty" and not runs_short(one)
    ]
    starter = given(assignment, assignment.starter)
    lazy = [one.program for one in lazy_programs(files, starter) if one.does == NOTHING]
    return {
        "exemplar": {one.id: as_submission(one, assignment) for one in exemplars},
        "mutant": {one.name: changed(one.name, one.file, one.content) for one in mutants_of(files)},
        "lazy": {one.name: changed(one.name, one.file, one.content) for one in lazy},
    }


def _some(programs: Mapping[str, Submission], most: int | None) -> Iterator[tuple[str, Submission]]:
    names = list(programs)
    for name in names if most is None else sample(names, most):
        yield name, programs[name]


def _cost(assignment: Assignment, fault: str, kind: str, done: Done) -> Cost | None:
    """Return what a fault costs; None where it could not be graded, or is no fault that a check
    sees.
    """
    result = done.result
    if result is None or result.status is not Status.GRADED or not result.checks:
        return None
    lost = _lost(result)
    failed = sum(check.verdict not in (Verdict.PASSED, Verdict.NOT_RUN) for check in result.checks)
    task = max(lost, key=lambda task: lost[task])
    marks, elsewhere = lost[task], sum(lost.values(), Fraction(0)) - lost[task]
    if not failed and kind != "lazy":
        return None
    return Cost(
        task,
        fault,
        kind,
        failed,
        marks,
        elsewhere,
        _remark(assignment, task, kind, marks, elsewhere),
    )


def _lost(result: Result) -> dict[str, Fraction]:
    return {task.id: task.max_marks - task.marks for task in result.tasks}


def _remark(
    assignment: Assignment, task: str, kind: str, marks: Fraction, elsewhere: Fraction
) -> str:
    whole = next(exact(one.marks) for one in assignment.manifest.tasks if one.id == task)
    if kind != "lazy" and marks > MOST * whole:
        return "more than a third of its task"
    if kind == "lazy" and marks + elsewhere < LEAST:
        return "less than one mark, though a function does nothing"
    return ""
