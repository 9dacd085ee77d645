"""Games of scenarios that are also played with left and right exchanged."""

from __future__ import annotations

import pytest

from graders.harness import transcript, typed_in
from graders.harness.assignment.manifest import load_assignment
from graders.harness.assignment.scenario import Scenario, scenarios_of
from graders.ics32_columns.test_scenarios import MIRRORED, mirrored

SCENARIOS = [one for one in scenarios_of(load_assignment("ics32_columns")) if one.task in MIRRORED]


def test_contents_fallers_and_moves_change_sides() -> None:
    """Rotations, ticks and the size stay; a faller's jewels keep their order."""
    game = ["3", "4", "CONTENTS", "X  S", "XY S", "XYZS", "F 1 X Y Z", "", ">", "R", "<", "Q"]
    assert mirrored(game) == [
        "3",
        "4",
        "CONTENTS",
        "S  X",
        "S YX",
        "SZYX",
        "F 4 X Y Z",
        "",
        "<",
        "R",
        ">",
        "Q",
    ]
    assert mirrored(["3", "4", "EMPTY", "F 2 X Y Z", "Q"]) == ["3", "4", "EMPTY", "F 3 X Y Z", "Q"]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda one: one.id)
def test_scenario_is_the_mirror_image_of_its_mirror_image(scenario: Scenario) -> None:
    """Another game is played, and no line of it is lost."""
    lines = typed_in(transcript(scenario))
    assert mirrored(lines) != lines
    assert mirrored(mirrored(lines)) == lines
