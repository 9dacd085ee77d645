"""One check for each file in scenarios/new_assignment: a dialogue with the program."""

from __future__ import annotations

from graders.harness import (
    each_scenario,
    load_assignment,
    run_of,
    same_run,
    transcript,
    typed_in,
)


@each_scenario(load_assignment("new_assignment"))
def test_scenario(student, scenario):
    """A transcript."""
    events = transcript(scenario)
    same_run(run_of(student.talk(typed_in(events))), events)
