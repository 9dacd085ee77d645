"""How a class's kept verdicts are marked: the table ``[weights]`` of its `decisions_file`.

All marks that it does not name stay as the assignment has them. Verdicts do not depend on it, so a
class is marked again without being graded (`grader decide`), and a later grading uses it, too.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TypeVar

import msgspec

from graders.harness.assignment.check import CheckSpec
from graders.harness.assignment.manifest import Assignment, Late, Manifest, Task
from graders.harness.assignment.naming import match_names, match_one
from graders.harness.assignment.toml_errors import decoded
from graders.harness.course.marks import decisions_file
from graders.harness.course.marks.decisions_file import Number, Weights
from graders.harness.errors import GraderError
from graders.harness.grading.marking import marked
from graders.harness.intake.names import display
from graders.harness.result import Result, Visibility, exact

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Scheme:
    """How verdicts are marked."""

    manifest: Manifest
    specs: tuple[CheckSpec, ...] | None = None
    """All checks; None if results are marked by *manifest* already."""

    def applied(self, result: Result) -> Result:
        """Return *result* marked by this scheme, as grading leaves it: without late days, tutors'
        marks and decisions.

        Raises GraderError if it has checks that the assignment does not have.
        """
        if self.specs is None:
            return result
        known = {spec.id for spec in self.specs}
        strange = [check.id for check in result.checks if check.id not in known]
        if strange:
            raise GraderError(
                f"{display(result.submission)} was graded by another state of the grader, which "
                f"had {display(strange[0])}: grade the class again"
            )
        return marked(result, self.manifest, self.specs)


def scheme(assignment: Assignment, weights: Weights, label: str) -> Scheme:
    """Return the marks of *assignment*, changed by *weights* from the file *label*. Raises
    GraderError.
    """
    # imported late: most classes need no pytest in this process
    from graders.harness.grading.collecting import collect

    specs = tuple(listed.spec for listed in collect(assignment))
    try:
        specs = _weighted(weights, assignment.manifest, specs)
        return Scheme(_changed(weights, assignment.manifest, specs), specs)
    except GraderError as error:
        raise GraderError(f"{label}: {error}") from None


def read(path: Path) -> Weights:
    """Return the weights in the file *path*. Raises GraderError that names the position of a
    mistake.
    """
    label = display(str(path), 200)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise GraderError(f"{label}: cannot be read ({error.strerror})") from None
    weights = decoded(data, Weights, label)
    decisions_file.check_weights(weights, label)
    return weights


def in_force(folder: Path, assignment: Assignment) -> Scheme:
    """Return how the class in *folder* is marked. Raises GraderError."""
    weights, label = decisions_file.read(folder).weights, decisions_file.label(folder)
    if weights == Weights():
        return Scheme(assignment.manifest)
    return scheme(assignment, weights, label)


def late_in_force(folder: Path, assignment: Assignment) -> Late | None:
    """Return the late policy of the class in *folder*. Raises GraderError."""
    return decisions_file.read(folder).weights.late or assignment.manifest.late


def _weighted(
    weights: Weights, manifest: Manifest, specs: Iterable[CheckSpec]
) -> tuple[CheckSpec, ...]:
    """Return *specs* with the marks and visibilities of *weights*.

    In a task that shares its marks, each check first gets what it is worth, so that all numbers are
    marks.
    """
    specs = list(specs)
    ids = [spec.id for spec in specs]
    sums = _sums(specs)
    unit = {
        task.id: exact(task.marks) / (sums.get(task.id) or 1) if task.shares else Fraction(1)
        for task in manifest.tasks
    }
    marks = _by_id(weights.checks, ids)
    visibilities = _by_id(weights.visibility, ids)
    return tuple(
        dataclasses.replace(
            spec,
            marks=exact(marks[spec.id]) if spec.id in marks else spec.marks * unit[spec.task],
            visibility=Visibility(visibilities.get(spec.id, spec.visibility.value)),
        )
        for spec in specs
    )


def _sums(specs: Iterable[CheckSpec]) -> dict[str, Fraction]:
    """Return the sum of the checks' marks by task."""
    sums: dict[str, Fraction] = {}
    for spec in specs:
        sums[spec.task] = sums.get(spec.task, Fraction(0)) + spec.marks
    return sums


def _by_id(table: Mapping[str, T], ids: Collection[str]) -> dict[str, T]:
    """Return the values of *table* by check; the last name that fits a check counts."""
    values = {}
    for pattern, value in table.items():
        see = "`grader list` lists them"
        for id_ in match_names([pattern], ids, what="check", see=see):
            values[id_] = value
    return values


def _changed(weights: Weights, manifest: Manifest, specs: Iterable[CheckSpec]) -> Manifest:
    """Return *manifest* with the tasks, parts and policies of *weights*."""
    sums = _sums(specs)
    marks = _by_name(weights.tasks, [task.id for task in manifest.tasks], "task")
    most = _by_name(weights.manual, [part.name for part in manifest.manual], "part")
    late, deductions = weights.late, weights.deductions
    return msgspec.structs.replace(
        manifest,
        tasks=tuple(
            _task(task, marks.get(task.id, task.marks), sums.get(task.id, Fraction(0)))
            for task in manifest.tasks
        ),
        manual=tuple(
            msgspec.structs.replace(part, max_marks=most.get(part.name, part.max_marks))
            for part in manifest.manual
        ),
        deductions=manifest.deductions if deductions is None else deductions,
        late=manifest.late if late is None else late,
    )


def _task(task: Task, marks: Number, of_checks: Fraction) -> Task:
    """Return *task* with *marks*, which its checks share if their own add up to another number."""
    if marks and not of_checks:
        raise GraderError(
            f"all checks of task {task.id} have 0 marks, so nobody can earn its {marks:g}: "
            f"give one of them marks, or the task 0"
        )
    shares = task.shares or of_checks != exact(marks)
    return msgspec.structs.replace(task, marks=marks, shares=shares)


def _by_name(table: Mapping[str, Number], names: Collection[str], what: str) -> dict[str, Number]:
    see = f"it has {', '.join(names) or 'none'}"
    return {match_one(name, names, what=what, see=see): n for name, n in table.items()}
