"""One check for each file in scenarios/new_assignment: what a person sees who talks with the program."""

from __future__ import annotations

import pytest

from graders.harness import check
from graders.harness.manifest import load_assignment
from graders.harness.scenario import scenarios_of, transcript
from graders.harness.transcript import run_of, same_run, typed_in

SCENARIOS = scenarios_of(load_assignment("new_assignment"))


@pytest.mark.parametrize(
    "scenario",
    [
        pytest.param(
            scenario,
            id=scenario.name,
            marks=check(
                scenario.id,
                task=scenario.task,
                marks=scenario.marks,
                visibility=scenario.visibility.value,
                title=scenario.title,
            ),
        )
        for scenario in SCENARIOS
    ],
)
def test_scenario(student, scenario):
    """A transcript."""
    events = transcript(scenario)
    same_run(run_of(student.talk(typed_in(events))), events)
