"""Replays the scenarios: whole programs, from the first line to the last.

Where a fault of another function is all that is wrong with one, it passes in the variant in which those are sound.
"""

from __future__ import annotations

from graders.csse7030_connect4.boards import SIZE
from graders.harness.assignment.manifest import load_assignment
from graders.harness.assignment.scenario import each_scenario, transcript
from graders.harness.assignment.transcript import run_of, same_run, typed_in


def edition(scenario):
    """Return in which editions a scenario is checked, and in which variants."""
    return {
        "variants": ("own", "sound"),
        "tags": ("any-edition",) if scenario.settings["size"] == SIZE else ("7030-only",),
    }


@each_scenario(load_assignment("csse7030_connect4"), edition)
def test_scenario(student, reference, scenario):
    """A transcript."""
    events = transcript(scenario)
    size, lines = scenario.settings["size"], typed_in(events)
    known = reference.watched(size, "main", lines)
    known["games"] = []
    same_run(run_of(student.play(size, lines, known)), events)
