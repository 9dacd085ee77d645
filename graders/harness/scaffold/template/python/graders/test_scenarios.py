"""One check for each file in scenarios/new_assignment: a dialogue with the program."""

from __future__ import annotations

from graders.harness.assignment.manifest import load_assignment
from graders.harness.assignment.scenario import each_scenario, transcript
from graders.harness.assignment.transcript import run_of, same_run, typed_in


@each_scenario(load_assignment("new_assignment"))
def test_scenario(student, scenario):
    """A transcript."""
    events = transcript(scenario)
    same_run(run_of(student.talk(typed_in(events))), events)
