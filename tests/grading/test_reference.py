"""The reference is run on every check once, and what it needs is measured."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from graders.harness.assignment.check import CheckSpec
from graders.harness.grading.checks import Check
from graders.harness.grading.outcome import PASSED, Outcome
from graders.harness.grading.reference import ReferenceRun
from graders.harness.replay.recording import Recording
from graders.harness.result import Visibility


def check(id_: str) -> Any:
    return SimpleNamespace(
        id=id_,
        title=id_,
        spec=CheckSpec(id_, "1", Fraction(1), Visibility.HIDDEN, ("own",), (), None),
    )


def test_start_of_the_machine_is_no_cost_of_the_first_check(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A new virtual machine made the first check look ten times as dear as the others.

    A program that hangs in it was then waited for twice as long as the floor says.
    """
    costs = iter([0.21, 0.06, 0.05, 0.11])

    def outcome(run: ReferenceRun, check: Check) -> Outcome:
        calls: Any = SimpleNamespace(trace=lambda: None, first_import="")
        run._keep(check.id, calls, next(costs), asks_back=False)
        return PASSED

    monkeypatch.setattr(ReferenceRun, "_outcome", outcome)
    bench: Any = SimpleNamespace(recording=Recording())
    run = ReferenceRun(bench, packs=False)
    run.run(
        [check("first"), check("second"), check("third")],
        lambda check, outcome: outcome(),
    )
    assert bench.recording.seconds == {"first": 0.02, "second": 0.02, "third": 0.08}
    assert [one.spec.id for one in run.runs] == ["first", "second", "third"]
