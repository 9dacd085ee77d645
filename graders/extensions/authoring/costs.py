"""Costs of faults: the checks and marks that each program with one fault loses.

A fault that costs more than its share of a task is charged in several places. If a whole missing
function costs almost nothing, marks are out of proportion. Both get a remark. For an exemplar that
costs more than a third of its task, authors give the reason in ``costs.toml``: that is a claim of
`grader verify`. The other direction: ``costs.toml`` says what a feature of the handout is worth,
and a fault that breaks it in every game costs at least half of that. The programs are the *faulty*
exemplars (which may have several faults), the mutants, and the stubs that do nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

import msgspec

from graders.extensions.authoring.reasons import CostReasons, load_cost_reasons
from graders.extensions.authoring.stubs import NOTHING, stubs_of
from graders.extensions.shared.exemplars import as_submissions, load_exemplars
from graders.extensions.shared.gradings import (
    Gradings,
    reference_mutants,
    solved_files,
    submissions_of,
    whole_result,
)
from graders.extensions.shared.mutants import sample
from graders.harness.assignment.manifest import Assignment
from graders.harness.intake import Submission
from graders.harness.reports.audience import sum_of_marks, sum_of_maxima
from graders.harness.result import Result, exact, not_passed

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
    feature: str = ""
    """The feature of the handout that it breaks in every game, or ""."""
    worth: Fraction = Fraction(0)
    """Marks that the feature is worth."""

    @property
    def total(self) -> Fraction:
        """Marks lost in all tasks."""
        return self.marks + self.elsewhere

    @property
    def is_too_cheap(self) -> bool:
        """Whether it costs less than half of its feature."""
        return 2 * self.total < self.worth


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
    exemplars = {
        name: submission for name, submission in submissions.items() if kinds[name] == EXEMPLAR
    }
    others = {name: submission for name, submission in submissions.items() if name not in exemplars}
    graded = {
        # as the claim of exemplars grades them, so that stored results serve both
        **gradings.graded(exemplars, gradings.patient, "exemplars"),
        **gradings.graded_in_full(others, "faults"),
    }
    reasons = load_cost_reasons(assignment.grader)
    for name, done in graded.items():
        result = whole_result(done)
        if result is None:
            continue
        cost = with_feature(_cost(assignment, name, kinds[name], result), reasons)
        if cost.checks or cost.kind == "lazy":  # else no check detects the fault
            costs_of_faults.append(cost)
    tasks = [task.id for task in assignment.manifest.tasks]

    def dearest_first(cost: Cost) -> tuple[int, Fraction, Fraction, str]:
        return tasks.index(cost.task), -cost.marks, -cost.elsewhere, cost.fault

    return sorted(costs_of_faults, key=dearest_first)


def problems(assignment: Assignment, found: Iterable[Cost]) -> list[str]:
    """Return a line for each exemplar among *found* that costs too much without a reason, for each
    that costs less than half of its feature, and for each entry without such an exemplar.

    Raises ReasonsError.
    """
    exemplars = [cost for cost in found if cost.kind == EXEMPLAR]
    reasons = load_cost_reasons(assignment.grader)
    return [
        *reasons.problems([(cost.task, cost.fault) for cost in exemplars if cost.remark]),
        *(
            f"{cost.fault}: costs {float(cost.total):g} marks, less than half of "
            f"{cost.feature!r}, which is worth {float(cost.worth):g}"
            for cost in exemplars
            if cost.is_too_cheap
        ),
        *reasons.unbroken([cost.fault for cost in exemplars]),
    ]


def by_feature(found: Iterable[Cost]) -> dict[str, list[Cost]]:
    """Return the faults that break each feature in every game, the cheapest first."""
    broken: dict[str, list[Cost]] = {}
    for one in sorted(found, key=lambda cost: (cost.total, cost.fault)):
        if one.feature:
            broken.setdefault(one.feature, []).append(one)
    return broken


def with_feature(cost: Cost, reasons: CostReasons) -> Cost:
    """Return *cost* with the feature that its exemplar breaks, if any."""
    feature = reasons.feature_of(cost.fault) if cost.kind == EXEMPLAR else None
    if feature is None:
        return cost
    return msgspec.structs.replace(cost, feature=feature.name, worth=exact(feature.worth))


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
