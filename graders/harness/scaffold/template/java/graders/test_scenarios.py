"""One check for each file in scenarios/new_assignment: calls, one a line, and below each what it returns.

The steps:

``tell MINUTES``   what timeOf returns
``read TIME``      what minutesAt returns
"""

from __future__ import annotations

import pytest

from graders.harness import check
from graders.harness.manifest import load_assignment
from graders.harness.scenario import replay, scenarios_of

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
    """Some calls."""

    def run(step):
        verb, what = step.command.split()
        return [str(student.timeOf(int(what)) if verb == "tell" else student.minutesAt(what))]

    replay(scenario, run)
