"""One check for each file in scenarios/new_assignment: a dialogue with the program."""

from __future__ import annotations

from graders.harness import each_scenario, load_assignment, replay_program


@each_scenario(load_assignment("new_assignment"))
def test_scenario(student, scenario):
    """A transcript."""
    replay_program(student, scenario)
