"""A fault that costs more than a third of its task has a reason in costs.toml."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from rich.console import Console

from graders.extensions.authoring import costs
from graders.extensions.authoring.claims import _table_of_costs
from graders.extensions.authoring.costs import Cost
from graders.extensions.authoring.reasons import CostReasons, Dear, Feature, load_cost_reasons
from graders.extensions.shared.gradings import Gradings
from graders.extensions.shared.mutants.reasons import ReasonsError
from graders.harness.assignment.manifest import load_assignment
from graders.harness.cli import main
from graders.harness.processes.jobs import Settings
from tests.exemplars import exemplars_of
from tests.extensions.authoring.verification.test_verify import apart, cache  # noqa: F401 (fixtures)
from tests.extensions.authoring.verification.worlds import WORLD
from tests.nightly import IDS

REASONS = CostReasons((Dear("land", ("faulty/late-*", "faulty/never"), "each display is late"),))
LATE, NEVER = ("land", "faulty/late-by-one"), ("land", "faulty/never")


def test_every_dear_fault_has_a_reason() -> None:
    assert list(REASONS.problems([LATE, NEVER])) == []


def test_dear_fault_without_a_reason_is_a_problem() -> None:
    (problem,) = REASONS.problems([LATE, NEVER, ("land", "faulty/early")])
    assert (
        problem == "faulty/early: costs more than a third of land, without a reason in costs.toml"
    )


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
    assert [
        line for line in costs.problems(assignment, [cheap, mutant, unknown]) if line not in without
    ] == ["faulty/unknown: costs more than a third of block, without a reason in costs.toml"]


TURNS = Feature("turns", 0.5, ("faulty/turn-*",), "spec 8")


def broken(fault: str, marks: str, elsewhere: str = "0") -> Cost:
    """Return the cost of an exemplar that breaks the feature ``TURNS``."""
    cost = Cost("a", fault, "exemplar", 1, Fraction(marks), Fraction(elsewhere))
    return costs.with_feature(cost, CostReasons(feature=(TURNS,)))


@pytest.mark.parametrize(
    ("marks", "elsewhere", "cheap"), [("0.2", "0", True), ("0.2", "0.05", False)]
)
def test_broken_feature_costs_at_least_half(marks: str, elsewhere: str, cheap: bool) -> None:
    """The marks lost in all tasks count; another exemplar breaks no feature."""
    assert broken("faulty/turn-stays", marks, elsewhere).is_too_cheap is cheap
    assert not broken("faulty/other", marks, elsewhere).is_too_cheap


def test_table_names_the_cheapest_way_to_break_a_feature() -> None:
    *_, heading, names, row = _table_of_costs(
        [broken("faulty/turn-stays", "0.4"), broken("faulty/turn-lost", "0.2")]
    )
    assert heading == "features, and the cheapest way to break each in every game:"
    assert names.split() == ["worth", "marks", "faults"]
    assert row.split(maxsplit=3) == [
        "0.5",
        "0.2",
        "2",
        "turns: faulty/turn-lost  << less than half",
    ]


def test_pattern_of_a_feature_without_an_exemplar_is_a_problem() -> None:
    reasons = CostReasons(feature=(TURNS,))
    assert list(reasons.unbroken(["faulty/turn-stays"])) == []
    (problem,) = reasons.unbroken(["faulty/other"])
    assert problem.startswith("costs.toml: faulty/turn-* is no exemplar that costs marks")


@pytest.mark.slow
@pytest.mark.parametrize("assignment_id", IDS)
def test_reasons_name_exemplars_and_tasks_that_exist(assignment_id: str) -> None:
    """The claim itself is that of `grader verify`, which grades them."""
    assignment = load_assignment(assignment_id)
    ids = [exemplar.id for exemplar in exemplars_of(assignment.id)]
    tasks = [task.id for task in assignment.manifest.tasks]
    reasons = load_cost_reasons(assignment.grader)
    assert reasons.dear
    matched = [(task, id) for task in tasks for id in ids]
    assert not [line for line in reasons.problems(matched) if line.startswith("costs.toml")]
    assert not list(reasons.unbroken(ids))


def gradings() -> Gradings:
    """Return how to grade faults of the clock, at level E, because all files are trusted."""
    settings = Settings("clock", root=str(WORLD), sandbox="plain", shrink_calls=4)
    return Gradings(settings.load(), settings, 1, Console(stderr=True))


@pytest.mark.slow
@pytest.mark.nightly
def test_each_fault_has_its_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    """The highest first; a remark marks more than a third of the task, or a function that is worth too little."""
    found = {cost.fault.removeprefix("clock.py later: "): cost for cost in costs.costs(gradings())}
    assert list(found)[-1] == "return (minute + by) % 60 -> return (minute - by) % 60"
    minus = found["return (minute + by) % 60 -> return (minute - by) % 60"]
    assert (minus.kind, minus.checks, minus.marks, minus.elsewhere) == (
        "mutant",
        1,
        Fraction(1),
        Fraction(0),
    )
    assert minus.remark == "more than a third of its task"
    assert (
        found["does nothing"].kind,
        found["does nothing"].marks,
        found["does nothing"].remark,
    ) == ("lazy", 2, "")
    monkeypatch.setattr(costs, "MOST", Fraction(1, 2))
    monkeypatch.setattr(costs, "LEAST", Fraction(3))
    again = {cost.fault.removeprefix("clock.py later: "): cost for cost in costs.costs(gradings())}
    assert again["return (minute + by) % 60 -> return (minute - by) % 60"].remark == ""
    assert again["does nothing"].remark.startswith("less than")
    assert len(costs.costs(gradings(), 1)) == 2, "one mutant, one lazy program"


@pytest.mark.slow
@pytest.mark.nightly
def test_named_claim_lists_the_cost_of_every_fault(capsys: pytest.CaptureFixture[str]) -> None:
    """Marks, marks elsewhere, checks, by task; or as numbers in the JSON document."""
    command = ["--root", str(WORLD), "verify", "clock", "--only", "costs", "--sandbox", "plain"]
    assert main(command) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "most expensive in later:" in lines
    minus = "clock.py later: return (minute + by) % 60 -> return (minute - by) % 60"
    assert f"       1          0       1 {minus}  << more than a third of its task" in lines
    assert main([*command, "--mutants", "1", "--json"]) == 0
    claim = json.loads(capsys.readouterr().out)["claims"][1]
    assert [(row["kind"], row["marks"]) for row in claim["rows"]] == [
        ("lazy", 2.0),
        ("mutant", 2.0),
    ]
