"""Replays the scenarios: whole programs, from the first line to the last.

Where a fault of another function is all that is wrong with one, it passes in the variant in which those are sound.
"""

from __future__ import annotations

import pytest

from graders.csse7030_connect4.boards import SIZE
from graders.harness import check
from graders.harness.manifest import load_assignment
from graders.harness.scenario import read_scenarios, transcript
from graders.harness.transcript import run_of, same_run, typed_in

SCENARIOS = read_scenarios(load_assignment("csse7030_connect4").scenarios, ("size",))


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
                variants=("own", "sound"),
                title=scenario.title,
                tags=("any-edition",) if scenario.settings["size"] == SIZE else ("7030-only",),
            ),
        )
        for scenario in SCENARIOS
    ],
)
def test_scenario(student, reference, scenario):
    """A transcript."""
    events = transcript(scenario)
    size, lines = scenario.settings["size"], typed_in(events)
    known = reference.watched(size, "main", lines)
    known["games"] = []
    same_run(run_of(student.play(size, lines, known)), events)
