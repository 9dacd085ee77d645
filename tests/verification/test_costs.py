"""A fault that costs more than a third of its task has a reason in costs.toml."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from graders.harness.assignment.manifest import assignment_ids, load_assignment
from graders.harness.verification import costs
from graders.harness.verification.costs import Cost
from graders.harness.verification.exemplars import load_exemplars
from graders.harness.verification.mutants.reasons import (
    CostReasons,
    Dear,
    ReasonsError,
    load_cost_reasons,
)

REASONS = CostReasons((Dear("land", ("faulty/late-*", "faulty/never"), "each display is late"),))
LATE, NEVER = ("land", "faulty/late-by-one"), ("land", "faulty/never")


def test_every_dear_fault_has_a_reason() -> None:
    assert list(REASONS.problems([LATE, NEVER])) == []


def test_dear_fault_without_a_reason_is_a_problem() -> None:
    (problem,) = REASONS.problems([LATE, NEVER, ("land", "faulty/early")])
    assert problem == "faulty/early: costs more than a third of land, without a reason in costs.toml"


def test_reason_counts_for_its_task_only() -> None:
    assert len(list(REASONS.problems([LATE, NEVER, ("freeze", "faulty/never")]))) == 1


def test_reason_without_a_fault_is_a_problem() -> None:
    (problem,) = REASONS.problems([LATE])
    assert problem.startswith("costs.toml: faulty/never no longer costs a third of land")


def test_reason_without_words_is_refused(tmp_path: Path) -> None:
    (tmp_path / "costs.toml").write_text('[[dear]]\ntask = "a"\nfaults = ["b"]\nreason = " "\n')
    with pytest.raises(ReasonsError, match="give the reason"):
        load_cost_reasons(tmp_path)


def test_mutants_and_cheap_faults_need_no_reason() -> None:
    """Mutants get a remark in the table; no author has to explain each of hundreds."""
    assignment = load_assignment("csc148_2018_blocky")
    dear = "more than a third of its task"
    one, none = Fraction(1), Fraction(0)
    cheap = Cost("block", "faulty/cheap", "exemplar", 1, one, none)
    mutant = Cost("block", "a mutant", "mutant", 1, one, none, dear)
    unknown = Cost("block", "faulty/unknown", "exemplar", 1, one, none, dear)
    without = costs.problems(assignment, [cheap, mutant])
    assert [line for line in costs.problems(assignment, [cheap, mutant, unknown]) if line not in without] == [
        "faulty/unknown: costs more than a third of block, without a reason in costs.toml"
    ]


@pytest.mark.parametrize("assignment_id", assignment_ids())
def test_reasons_name_exemplars_and_tasks_that_exist(assignment_id: str) -> None:
    """The claim itself is that of `grader verify`, which grades them."""
    assignment = load_assignment(assignment_id)
    ids = [exemplar.id for exemplar in load_exemplars(assignment.grader)]
    tasks = [task.id for task in assignment.manifest.tasks]
    reasons = load_cost_reasons(assignment.grader)
    assert reasons.dear
    matched = [(task, id) for task in tasks for id in ids]
    assert not [line for line in reasons.problems(matched) if line.startswith("costs.toml")]
