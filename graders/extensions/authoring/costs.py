"""Costs of faults: the checks and marks that each program with one fault loses.

A fault that costs more than its share of a task is charged in several places. If a whole missing
function costs almost nothing, marks are out of proportion. Both get a remark. For an exemplar that
costs more than a third of its task, authors give the reason in ``costs.toml``: that is a claim of
`grader verify`. The programs are the *faulty* exemplars (which may have several faults), the
mutants, and the stubs that do nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

import msgspec

from graders.extensions.authoring.reasons import load_cost_reasons
from graders.extensions.authoring.stubs import NOTHING, stubs_of
from graders.harness.assignment.manifest import Assignment, exact
from graders.harness.intake import Submission
from graders.harness.reports.audience import sum_of_marks, sum_of_maxima
from graders.harness.result import Result, not_passed
from graders.harness.verification.exemplars import as_submissions, load_exemplars
from graders.harness.verification.gradings import (
    Gradings,
    reference_mutants,
    solved_files,
    submissions_of,
    whole_result,
)
from graders.harness.verification.mutants import sample

MOST = Fraction(1, 3)
"""Maximum part of a task that one fault may cost."""
EXEMPLAR = "exemplar"
LEAST = Fraction(1)
"""Minimum marks that a function without effect must cost."""


class Cost(msgspec.Struct, frozen=True):
    """Cost of a fault, in the task where it costs most."""

    task: str
    fault: str
    kind: str
    """"exemplar", "mutant" or "lazy" (a stub)."""
    checks: int
    """Number of failed checks, in all tasks."""
    marks: Fraction
    """Marks lost in that task."""
    elsewhere: Fraction
    """Marks lost in all other tasks."""
    remark: str = ""
    """The disproportion, or ""."""


def costs(gradings: Gradings, limit: int | None = None) -> list[Cost]:
    """Return the cost of each fault, by task in the manifest's order, the most expensive first.

    limit: number of mutants and of stubs, evenly spread; None for all. Raises GraderBroken.
    """
    assignment = gradings.assignment
    submissions: dict[str, Submission] = {}
    kinds: dict[str, str] = {}
    for kind, programs in _programs(assignment).items():
        most = None if kind == EXEMPLAR else limit
        for name in sample(list(programs), most):
            submissions[name], kinds[name] = programs[name], kind
    costs_of_faults = []
    exemplars = {name: one for name, one in submissions.items() if kinds[name] == EXEMPLAR}
    others = {name: one for name, one in submissions.items() if name not in exemplars}
    graded = {
        # as the claim of exemplars grades them, so that stored results serve both
        **gradings.graded(exemplars, gradings.patient, "exemplars"),
        **gradings.graded_in_full(others, "faults"),
    }
    for name, done in graded.items():
        result = whole_result(done)
        if result is None:
            continue
        cost = _cost(assignment, name, kinds[name], result)
        if cost.checks or cost.kind == "lazy":  # else no check detects the fault
            costs_of_faults.append(cost)
    tasks = [task.id for task in assignment.manifest.tasks]

    def dearest_first(cost: Cost) -> tuple[int, Fraction, Fraction, str]:
        return tasks.index(cost.task), -cost.marks, -cost.elsewhere, cost.fault

    return sorted(costs_of_faults, key=dearest_first)


def problems(assignment: Assignment, found: Iterable[Cost]) -> list[str]:
    """Return a line for each exemplar among *found* that costs too much without a reason, and for
    each reason without such an exemplar. Raises ReasonsError.
    """
    dear = [(one.task, one.fault) for one in found if one.kind == EXEMPLAR and one.remark]
    return list(load_cost_reasons(assignment.grader).problems(dear))


def _programs(assignment: Assignment) -> Mapping[str, Mapping[str, Submission]]:
    """Return the programs with one fault, by kind and name."""
    files, starter = (
        solved_files(assignment, assignment.reference),
        solved_files(assignment, assignment.starter),
    )
    exemplars = [
        exemplar
        for exemplar in load_exemplars(assignment.grader)
        if exemplar.kind == "faulty" and not exemplar.runs_short
    ]
    idle = [stub for stub in stubs_of(files, starter) if stub.does == NOTHING]
    return {
        EXEMPLAR: as_submissions(exemplars, assignment),
        "mutant": submissions_of(assignment, reference_mutants(assignment)),
        "lazy": submissions_of(assignment, idle),
    }


def _cost(assignment: Assignment, fault: str, kind: str, result: Result) -> Cost:
    dearest = max(result.tasks, key=lambda task: task.max_marks - task.marks)
    task, marks = dearest.id, dearest.max_marks - dearest.marks
    total = sum_of_maxima(result.tasks) - sum_of_marks(result.tasks)
    task_marks = {task.id: exact(task.marks) for task in assignment.manifest.tasks}
    if kind == "lazy":
        remark = "less than one mark for a missing function" if total < LEAST else ""
    else:
        remark = "more than a third of its task" if marks > MOST * task_marks[task] else ""
    return Cost(task, fault, kind, len(not_passed(result.checks)), marks, total - marks, remark)
